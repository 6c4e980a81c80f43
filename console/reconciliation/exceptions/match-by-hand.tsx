import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listReconSettlements, listReconTransactions } from '#contract/recon-dashboard-lists.ts'
import type { ReconOutcomeRow } from '#contract/recon-dashboard-records.ts'
import type { ReconEvidence } from '#contract/recon-evidence.ts'
import { aloneStatuses } from '#contract/recon-decision-shapes.ts'
import { limits } from '#contract/limits.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Status } from '#console/kit/details/status.tsx'
import { Day } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { sideOf } from './acts.ts'
import { BothSums } from './both-sums.tsx'
import { MatchTogether } from './match-together.tsx'
import styles from './exceptions.module.css'

interface ByHandProps {
  record: ReconEvidence
  /** The source of the other side. */
  other: string
  onDone: () => void
  onClose: () => void
}
/** Chooses records of the other side that nothing matches, of the same currency, and matches them with this one. */
export function MatchByHand({ record, other, onDone, onClose }: ByHandProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useUser()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly ReconOutcomeRow[]>([])
  const [isReady, setReady] = useState(false)
  const call = sideOf(record.record_ref) === 'a' ? listReconSettlements : listReconTransactions
  const found = useCall(
    call as typeof listReconTransactions,
    {
      body: {
        environment: environmentOf(user),
        pagesize: 50,
        ...(search.trim() && { search: search.trim() }),
        filters: { msm_id: String(record.msm_id), data_source: other, status: [...aloneStatuses, 'expected'], currency: record.currency || record.net_currency },
      },
    },
    { keepPrevious: true },
  )
  const toggle = (row: ReconOutcomeRow) =>
    setChosen(has(row) ? chosen.filter(({ record_ref }) => record_ref !== row.record_ref) : [...chosen, row].slice(0, limits.reconMatchedOnSide))
  const has = (row: ReconOutcomeRow) => chosen.some(({ record_ref }) => record_ref === row.record_ref)
  if (isReady) return <MatchTogether rows={[record, ...chosen]} onDone={onDone} onClose={() => setReady(false)} />
  const rows = [...chosen, ...(found.data?.content ?? []).filter((row) => !has(row))]
  return (
    <Modal opened onClose={onClose} size="lg" title={t(($) => $.reconExceptions.byHandTitle)} closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}>
      <div className={dialogue['body']}>
        <TextInput
          type="search"
          label={t(($) => $.list.search)}
          description={t(($) => $.reconFees.searchFinds)}
          dir="auto"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {!found.data ? (
          <Unanswered query={found} lines={6} />
        ) : rows.length === 0 ? (
          <p className={styles['hint']}>{t(($) => $.reconExceptions.noneToMatch)}</p>
        ) : (
          <ul className={styles['choices']}>
            {rows.map((row) => (
              <li key={row.record_ref}>
                <Checkbox
                  checked={has(row)}
                  onChange={() => toggle(row)}
                  label={<bdi>{row.transaction_id || row.merchant_order_ref}</bdi>}
                  aria-label={t(($) => $.list.choose, { row: isolated(row.transaction_id || row.merchant_order_ref) })}
                />
                <span>{row.settlement_date ?? row.transaction_date ? <Day of={row.settlement_date ?? row.transaction_date ?? ''} /> : null}</span>
                <Status of="reconOutcome" state={row.status} />
                <ExactAmount value={row.amount ?? row.net} currency={row.currency || row.net_currency} />
              </li>
            ))}
          </ul>
        )}
        {found.data && found.data.total_elements > found.data.content.length && (
          <p className={styles['hint']}>{t(($) => $.reconExceptions.firstOnes, { shown: numberText(found.data.content.length, language) })}</p>
        )}
        <BothSums rows={[record, ...chosen]} />
        <div className={dialogue['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t(($) => $.confirm.cancel)}
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => setReady(true)}>
            {t(($) => $.reconExceptions.goOn)}
          </Button>
        </div>
      </div>
    </Modal>
  )
} // prettier-ignore
