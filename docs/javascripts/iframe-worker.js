// Browsers start no workers for pages that were opened from a folder. There, search runs in a
// hidden frame instead. The theme looks for the name IFrameWorker.
if (location.protocol === "file:") {
  const prelude = `
    self.postMessage = (data) => frameElement.dispatchEvent(new MessageEvent("message", { data }));
    self.importScripts = (...addresses) => addresses.reduce(
      (before, address) => before.then(() => new Promise((loaded, failed) => {
        const script = document.createElement("script");
        Object.assign(script, { src: address, onload: loaded, onerror: failed });
        document.body.append(script);
      })),
      Promise.resolve());`;

  window.IFrameWorker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.srcdoc = `<body><script>${prelude}</script><script src="${address}"></script></body>`;
      this.ready = new Promise((loaded) => (this.frame.onload = loaded));
      this.frame.addEventListener("message", ({ data }) => {
        this.dispatchEvent(new MessageEvent("message", { data }));
      });
      document.body.append(this.frame);
    }

    postMessage(data) {
      this.ready.then(() => {
        this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
      });
    }

    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
