import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settlement } from '#contract/settlement-shapes.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import styles from './settlements.module.css'

/** How a settlement stands in one sentence, and the way to what is open in it. */
export function Standing({ settlement }: { settlement: Settlement }): ReactNode {
  const { t } = useTranslation()
  const { settlement_id, state, open, is_lone, restated_at } = settlement
  const sentence = {
    incomplete: () => t(($) => $.reconSettlements.next.incomplete),
    unproven: () => (is_lone ? t(($) => $.reconSettlements.next.unprovenLone) : t(($) => $.reconSettlements.next.unproven)),
    proven: () => (open > 0 ? t(($) => $.reconSettlements.next.provenOpen, { count: open }) : t(($) => $.reconSettlements.next.proven)),
    closed: () => '',
    reopened: () => t(($) => $.reconSettlements.next.reopened),
  }[state]()
  return (
    <>
      {restated_at && (
        <Notice title={t(($) => $.reconSettlements.restatedTitle)}>
          <p>{t(($) => $.reconSettlements.restatedText)}</p>
        </Notice>
      )}
      {(sentence || open > 0) && (
        <p className={styles['standing']}>
          {sentence}{' '}
          {open > 0 && (
            <ScreenLink to="reconSettlement" search={{ settlement_id, tab: 'lines', open: 'some' } as never}>
              {t(($) => $.reconSettlements.seeOpen, { count: open })}
            </ScreenLink>
          )}
        </p>
      )}
    </>
  )
} // prettier-ignore
