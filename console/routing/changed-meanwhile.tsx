import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { displayLocale } from '#i18n/languages.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Notice } from '#console/kit/ui/notice.tsx'
import styles from './routing.module.css'
import type { RuleContent } from './rule-values.ts'

const fields = ['name', 'is_enabled', 'conditions', 'channels'] as const
type Field = (typeof fields)[number]

/** What of a rule differs between two versions. */
export const changedFields = (before: RuleContent, after: RuleContent): Field[] =>
  fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

interface ChangedMeanwhileProps {
  before: RuleContent
  after: RuleContent
  /** Saving replaces the newer version by what is typed. */
  onKeep: () => void
  /** What is typed is given up for the newer version. */
  onTake: () => void
}

/** Says what somebody else has saved while the form was open, and asks which version goes on. */
export function ChangedMeanwhile({ before, after, onKeep, onTake }: ChangedMeanwhileProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const changed = new Intl.ListFormat(displayLocale(language)).format(
    changedFields(before, after).map((field) => t(($) => $.routing.fields[field])),
  )
  return (
    <Notice role="alert">
      <p>{t(($) => $.routing.changedMeanwhile, { fields: changed })}</p>
      <div className={styles['noticeButtons']}>
        <Button size="xs" variant="default" onClick={onKeep}>
          {t(($) => $.routing.keepMine)}
        </Button>
        <Button size="xs" variant="default" onClick={onTake}>
          {t(($) => $.routing.takeTheirs)}
        </Button>
      </div>
    </Notice>
  )
}
