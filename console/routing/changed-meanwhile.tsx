import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { displayLocale } from '#i18n/languages.ts'
import { ChangedMeanwhile as Told } from '#console/kit/form/changed-meanwhile.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import type { RuleContent } from './rule-values.ts'

const fields = ['name', 'is_enabled', 'conditions', 'channels'] as const
type Field = (typeof fields)[number]

/** What of a rule differs between two versions. */
export const changedFields = (before: RuleContent, after: RuleContent): Field[] =>
  fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

interface ChangedMeanwhileProps {
  before: RuleContent
  after: RuleContent
  onKeep: () => void
  onTake: () => void
}

/** Says what somebody else has saved while the form was open. */
export function ChangedMeanwhile({ before, after, onKeep, onTake }: ChangedMeanwhileProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const changed = new Intl.ListFormat(displayLocale(language)).format(
    changedFields(before, after).map((field) => t(($) => $.routing.fields[field])),
  )
  return <Told {...{ onKeep, onTake }}>{t(($) => $.routing.changedMeanwhile, { fields: changed })}</Told>
}
