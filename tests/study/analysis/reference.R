# Computes the reference numbers of reference.json with R, lme4, metafor and psych.
# Usage: Rscript tests/study/analysis/reference.R > tests/study/analysis/reference.json
# The data sets warpbreaks, sleep and attitude are part of R; penicillin is in the file below.
suppressPackageStartupMessages({
  library(lme4)
  library(metafor)
  library(psych)
})
options(digits = 15)

penicillin <- data.frame( # Box, Hunter and Hunter: yield by treatment and blend
  treat = rep(c("A", "B", "C", "D"), each = 5),
  blend = factor(rep(1:5, times = 4)),
  yield = c(89, 84, 81, 87, 79, 88, 77, 87, 92, 81, 97, 92, 87, 89, 80, 94, 79, 85, 84, 88)
)
# People by decks, with an arm that changes from game to game and two empty cells. Integers only,
# so that every program has the same data.
crossed <- expand.grid(deck = 1:6, person = 1:10)
crossed$arm <- ifelse((crossed$person + crossed$deck) %% 2 == 0, "b", "a")
crossed$score <- with(crossed, 10 + (person * 7) %% 5 + (deck * 4) %% 7 + 2 * (arm == "b") +
  (person * deck * 3 + person + 2 * deck) %% 4)
crossed <- subset(crossed, !(person == 3 & deck == 2) & !(person == 8 & deck == 5))

sections <- list()
put <- function(name, values) {
  numbers <- paste(sprintf("\"%s\": %.12g", names(values), values), collapse = ", ")
  sections[[length(sections) + 1]] <<- sprintf("  \"%s\": {%s}", name, numbers)
}

table <- summary(aov(breaks ~ wool * tension, warpbreaks))[[1]]
put("two factors", c(
  wool_f = table[1, 4], wool_p = table[1, 5], tension_f = table[2, 4], tension_p = table[2, 5],
  both_f = table[3, 4], both_p = table[3, 5], residual_freedom = table[4, 1]
))

cells <- transform(warpbreaks, cell = interaction(wool, tension, sep = ":"))
one <- aov(breaks ~ cell, cells)
first <- summary(one)[[1]]
put("one factor", c(
  f = first[1, 4], p = first[1, 5], eta_squared = first[1, 2] / sum(first[, 2])
))
welch <- oneway.test(breaks ~ cell, cells)
put("welch", c(f = unname(welch$statistic), p = welch$p.value))
pairs <- TukeyHSD(one)$cell
put("tukey", setNames(pairs[, "p adj"], rownames(pairs)))

drugs <- split(sleep$extra, sleep$group)
paired <- t.test(drugs[[1]], drugs[[2]], paired = TRUE)
put("paired", c(
  t = unname(paired$statistic), p = paired$p.value, low = paired$conf.int[1],
  high = paired$conf.int[2]
))
unpaired <- t.test(drugs[[1]], drugs[[2]])
put("unpaired", c(t = unname(unpaired$statistic), p = unpaired$p.value,
  low = unpaired$conf.int[1], high = unpaired$conf.int[2]))
# Hedges' g with the exact correction and the exact unbiased variance
g <- escalc("SMD", m1i = mean(drugs[[1]]), sd1i = sd(drugs[[1]]), n1i = 10,
  m2i = mean(drugs[[2]]), sd2i = sd(drugs[[2]]), n2i = 10, vtype = "UB")
half <- qnorm(0.975) * sqrt(g$vi)
put("hedges g", c(g = g$yi[[1]], low = g$yi[[1]] - half, high = g$yi[[1]] + half))
gain <- drugs[[1]] - drugs[[2]]
put("d of differences", c(d = mean(gain) / sd(gain)))
holm <- pairwise.t.test(cells$breaks, cells$cell, pool.sd = FALSE, p.adjust.method = "holm")$p.value
rows <- which(!is.na(holm), arr.ind = TRUE)
put("holm", setNames(holm[rows], paste(rownames(holm)[rows[, 1]], colnames(holm)[rows[, 2]], sep = "-")))
repeated <- summary(aov(extra ~ group + Error(ID / group), sleep))[["Error: ID:group"]][[1]]
put("repeated measures", c(f = repeated[1, 4], p = repeated[1, 5]))
single <- t.test(drugs[[2]])
put("mean", c(mean = unname(single$estimate), low = single$conf.int[1], high = single$conf.int[2]))

blocks <- lmer(yield ~ treat + (1 | blend), penicillin)
deviations <- as.data.frame(VarCorr(blocks))$sdcor
put("penicillin", c(
  decks = deviations[1], rest = deviations[2], setNames(fixef(blocks), c("A", "B", "C", "D")),
  setNames(sqrt(diag(as.matrix(vcov(blocks)))), c("sem_A", "sem_B", "sem_C", "sem_D"))
))
both <- lmer(score ~ arm + (1 | person) + (1 | deck), crossed)
parts <- as.data.frame(VarCorr(both))
deviation <- function(group) parts$sdcor[parts$grp == group]
put("crossed", c(
  people = deviation("person"), decks = deviation("deck"), rest = deviation("Residual"),
  arm = unname(fixef(both)[2]), sem = unname(sqrt(diag(as.matrix(vcov(both)))[2]))
))

invisible(capture.output(scale <- suppressWarnings(suppressMessages(alpha(attitude)))))
put("alpha", c(alpha = scale$total$raw_alpha, low = scale$feldt$lower.ci[[1]],
  high = scale$feldt$upper.ci[[1]]))
factor <- factanal(attitude, 1) # of the correlations, so both parts are put back into raw units
units <- sapply(attitude, sd)
shared <- sum(unclass(factor$loadings)[, 1] * units)^2
put("omega", c(omega = shared / (shared + sum(factor$uniquenesses * units^2))))
wilson <- prop.test(7, 33, correct = FALSE)$conf.int
put("wilson", c(low = wilson[1], high = wilson[2]))
tau <- with(attitude, cor.test(rating, complaints, method = "kendall", exact = FALSE))
put("kendall", c(tau = unname(tau$estimate), p = tau$p.value))
kruskal <- kruskal.test(breaks ~ tension, warpbreaks)
put("kruskal", c(h = unname(kruskal$statistic), p = kruskal$p.value))
programs <- sprintf("R %s, lme4 %s, metafor %s, psych %s", getRversion(), packageVersion("lme4"),
  packageVersion("metafor"), packageVersion("psych"))
cat("{\n  \"programs\": \"", programs, "\",\n", paste(sections, collapse = ",\n"), "\n}\n", sep = "")
