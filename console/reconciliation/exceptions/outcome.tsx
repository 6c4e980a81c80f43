import { Button, Modal } from '@mantine/core'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconOutcomeRow } from '#contract/recon-dashboard-records.ts'
import type { ExceptionAct } from '#contract/recon-decision-shapes.ts'
import type { Acted } from '#contract/recon-exceptions.ts'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { toastSuccess } from '#console/kit/ui/toast.ts'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import styles from './exceptions.module.css'

const t = i18next.t
const doneAtOnce: readonly ExceptionAct[] = ['assign', 'comment']
/** What came of an act, in words. */
const actedWords = ({ applied, proposed }: Acted): string[] => [
  ...(applied > 0 ? [t(($) => $.reconExceptions.applied, { count: applied })] : []),
  ...(proposed > 0 ? [t(($) => $.reconExceptions.proposed, { count: proposed })] : []),
]
/** Tells what came of an act of which nothing was refused. */
export const tellActed = (acted: Acted, act: ExceptionAct | 'by_hand'): void =>
  toastSuccess(
    act !== 'by_hand' && doneAtOnce.includes(act)
      ? t(($) => $.reconExceptions.saved, { count: acted.applied })
      : actedWords(acted).join(' '),
  )

type Named = Pick<ReconOutcomeRow, 'record_ref' | 'transaction_id' | 'merchant_order_ref'>
/** What came of an act of which something was refused: to which records it was not done, and why. */
export function Outcome({ acted, rows, onClose }: { acted: Acted; rows: readonly Named[]; onClose: () => void }): ReactNode {
  useReturnFocus()
  const { t: words } = useTranslation()
  const named = new Map(rows.map((row) => [row.record_ref, row.transaction_id || row.merchant_order_ref]))
  const nameOf = (ref: string) => named.get(ref) || ref.split('.').slice(2).join('.')
  return (
    <Modal opened onClose={onClose} title={words(($) => $.reconExceptions.outcome)} closeButtonProps={{ 'aria-label': words(($) => $.confirm.close) }}>
      <div className={dialogue['body']}>
        {actedWords(acted).map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>{words(($) => $.reconExceptions.refused, { count: acted.refused })}</p>
        <ul className={styles['why']}>
          {acted.why.map(({ record_ref: ref, reason }) => (
            <li key={ref}>
              <bdi>{nameOf(ref)}</bdi>
              <span>{words(($) => $.actRefusals[reason])}</span>
            </li>
          ))}
        </ul>
        {acted.refused > acted.why.length && <p>{words(($) => $.reconExceptions.andMore, { count: acted.refused - acted.why.length })}</p>}
        <div className={dialogue['buttons']}>
          <Button onClick={onClose} data-autofocus>
            {words(($) => $.confirm.close)}
          </Button>
        </div>
      </div>
    </Modal>
  )
} // prettier-ignore
