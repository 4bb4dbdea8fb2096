"""The papers whose tables and figures are measured again."""

CANAAN_2019 = "Canaan et al. 2019: Diverse Agents for Ad-Hoc Cooperation in Hanabi"
CANAAN_2020 = "Canaan et al. 2020: Generating and Adapting to Diverse Ad-Hoc Partners in Hanabi"
EGER_2017 = "Eger et al. 2017: An Intentional AI for Hanabi"
KANTACK_2021 = (
    "Kantack 2021: Reinforcement Learning on Human Decision Models for Uniquely "
    "Collaborative AI Teammates"
)
WALTON_RIVERS_2017 = (
    "Walton-Rivers et al. 2017: Evaluating and Modelling Hanabi-Playing Agents; "
    "Sontakke, Thakare: Design and Modelling of Hanabi-Playing Agents"
)
PAGES = {
    CANAAN_2019: "canaan2019",
    CANAAN_2020: "canaan2020",
    EGER_2017: "eger2017",
    KANTACK_2021: "kantack2021",
    WALTON_RIVERS_2017: "walton_rivers2017",
}
"""names of the pages in docs/reproduction"""
OWN = "Agents made for people"
"""our own experiments, without a paper"""
