import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconEvidence } from '#contract/recon-evidence.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import type { EvidenceValues } from '../dashboard/evidence-words.ts'
import { ruleName } from '../rule-words.ts'
import { BothSums } from './both-sums.tsx'
import styles from './exceptions.module.css'

type Told = Omit<ReconEvidence, 'evidence'> & { evidence: EvidenceValues }

/** The match that is suggested: by which rule, what both sides of it come to, and how many others were possible. */
export function Suggestion({ record }: { record: Told }): ReactNode {
  const { t } = useTranslation()
  const { suggested, suggested_strength: strength, evidence } = record
  if (strength === '') return null
  const { suggested_by: rule, choices } = evidence
  return (
    <Section title={t(($) => $.columns.suggested_strength)} end={<span className={styles['tag']} data-strength={strength}>{codeWord('matchStrengths', strength)}</span>}>
      {rule && <p className={styles['about']}>{t(($) => $.reconExceptions.suggestedBy, { rule: isolated(ruleName(rule)) })}</p>}
      {choices !== undefined && choices > 1 && <p className={styles['about']}>{t(($) => $.reconExceptions.choices, { count: choices })}</p>}
      {suggested.length > 0 && <BothSums rows={[record, ...suggested]} />}
    </Section>
  )
} // prettier-ignore
