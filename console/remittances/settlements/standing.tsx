import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { remittanceHolds } from '#contract/remittance-states.ts'
import type { Remittance } from '#contract/remittances.ts'
import { dayWords } from '#console/kit/details/values.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Notice } from '#console/kit/ui/notice.tsx'

/** How a settlement stands, in words: what holds it and who ends that, when it arrives, why its period goes on. */
export function Standing({ remittance: { status, hold_reason: holds, uncut, expected_on: expected, period_to } }: { remittance: Remittance }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  if (holds.length > 0)
    return (
      <>
        {holds.map((hold) => (
          <Notice key={hold} title={t(($) => $.remittances.holds[hold])}>
            {t(($) => $.remittances.endedBy[remittanceHolds[hold]])}
          </Notice>
        ))}
      </>
    )
  if (uncut !== '') return <Notice title={t(($) => $.remittances.uncut[uncut])} />
  if (status === 'Open') return <Notice title={t(($) => $.remittances.openUntil, { day: dayWords(period_to, language) })}>{t(($) => $.remittances.estimateText)}</Notice>
  if (status === 'Calculated' && expected) return <Notice tone="good" title={t(($) => $.remittances.expectedOn, { day: dayWords(expected, language) })} />
  return null
} // prettier-ignore
