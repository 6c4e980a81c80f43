import i18next from 'i18next'
import type { ReconRunRow } from '#contract/recon-runs.ts'
import type { Language } from '#i18n/languages.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { ruleName } from '../rule-words.ts'

const stages = ['staging', 'classifying', 'storing'] as const

/** What a worker does with a run, with how far it is; empty before and after. */
export function stageWords({ stage, rows_done: done, rows_all: all }: Pick<ReconRunRow, 'stage' | 'rows_done' | 'rows_all'>, language: Language): string {
  if (stage === '') return ''
  const known = stages.find((one) => one === stage)
  const word = known ? i18next.t(($) => $.reconRuns.stages[known]) : i18next.t(($) => $.reconRuns.ruleStage, { rule: ruleName(stage) })
  return all === 0 ? word : i18next.t(($) => $.reconRuns.soFar, { stage: word, done: numberText(done, language), all: numberText(all, language) })
} // prettier-ignore

/** Why a run was begun, each reason once. */
export const causeWords = ({ causes }: Pick<ReconRunRow, 'causes'>): string =>
  [...new Set(causes.map(({ kind }) => kind))]
    .map((kind) => i18next.t(($) => $.reconRuns.causes[kind]))
    .join(i18next.t(($) => $.app.comma))
