import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { bankVerdicts, type BankAnswer, type BankLine } from '#contract/bank-files.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Amount, Reference } from '#console/kit/details/values.tsx'
import { codeWord } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import styles from './bank-files.module.css'

/** What an uploaded answer did, by what became of its lines. */
export function Answer({ answer }: { answer: BankAnswer }): ReactNode {
  const { t } = useTranslation()
  const { lines, not_understood: odd, known_count, pending_count, other_accounts } = answer
  return (
    <Section title={t(($) => $.bankFiles.result)}>
      <div role="status">
        {lines.length === 0 && odd.length === 0 && <p>{t(($) => $.bankFiles.nothingNew)}</p>}
        {bankVerdicts.map((verdict) => (
          <Lines
            key={verdict}
            title={codeWord('bankVerdicts', verdict)}
            lines={lines.filter((one) => one.verdict === verdict)}
          />
        ))}
        {odd.length > 0 && (
          <div className={styles['group']}>
            <h3>{t(($) => $.bankFiles.notUnderstood)}</h3>
            <ul className={styles['lines']}>
              {odd.map(({ bank_ref, text }, index) => (
                <li key={`${bank_ref} ${index}`}>
                  {bank_ref && <Reference>{bank_ref}</Reference>}
                  <bdi>{text || t(($) => $.bankFiles.noText)}</bdi>
                </li>
              ))}
            </ul>
          </div>
        )}
        {known_count > 0 && <p>{t(($) => $.bankFiles.known, { count: known_count })}</p>}
        {pending_count > 0 && <p>{t(($) => $.bankFiles.pending, { count: pending_count })}</p>}
        {other_accounts > 0 && <p>{t(($) => $.bankFiles.otherAccounts, { count: other_accounts })}</p>}
      </div>
    </Section>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly BankLine[] }): ReactNode {
  if (lines.length === 0) return null
  return (
    <div className={styles['group']}>
      <h3>{title}</h3>
      <ul className={styles['lines']}>
        {lines.map(({ line_id, txn_ref, bank_ref, amount, currency, other_side, text }) => (
          <li key={line_id}>
            <Amount value={amount} currency={currency} />
            {other_side && <bdi>{other_side}</bdi>}
            {txn_ref ? (
              <ScreenLink to="managePayouts" search={{ ref: txn_ref }}>
                <bdi dir="ltr">{txn_ref}</bdi>
              </ScreenLink>
            ) : (
              <Reference>{bank_ref}</Reference>
            )}
            {text && <bdi>{text}</bdi>}
          </li>
        ))}
      </ul>
    </div>
  )
}
