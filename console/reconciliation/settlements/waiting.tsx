import { Button, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  approveReconProposal,
  listReconProposals,
  rejectReconProposal,
  withdrawReconProposal,
  type ReconProposal,
} from '#contract/recon-proposals.ts'
import type { Settlement } from '#contract/settlement-shapes.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Facts } from '#console/kit/details/detail.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ExactAmount } from '../exact-amount.tsx'
import { refreshes } from './refreshes.ts'
import styles from './settlements.module.css'

/** What is proposed about a settlement and waits for another person; undefined where nothing is. */
export function useWaiting({ settlement_id, version }: Settlement): ReconProposal | undefined {
  const environment = environmentOf(useUser())
  const filters = { state: 'proposed', settlement_id } as const
  const { data } = useCall(listReconProposals, { body: { environment, filters } })
  return data?.content.find(({ shown }) => shown['version'] === version)
}

interface WaitingProps {
  proposal: ReconProposal
  settlement: Settlement
}
/** Who proposed what and why, with what the reader may decide: another's is approved or rejected, one's own withdrawn. */
export function Waiting({ proposal, settlement }: WaitingProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const mayApprove = useDenied('reconApprove') === null && (!proposal.is_own || settlement.is_lone)
  const mayWithdraw = useDenied('reconData') === null && proposal.is_own
  const [open, setOpen] = useState<'approve' | 'reject' | null>(null)
  const { act, pending } = useAction(withdrawReconProposal, { refreshes })
  const title = proposal.act === 'close_settlement' ? 'close_settlement' : 'reopen_settlement'
  return (
    <section className={styles['waiting']} data-card aria-label={t(($) => $.reconSettlements.proposed[title])}>
      <div>
        <strong>{t(($) => $.reconSettlements.proposed[title])}</strong>
        <p><bdi>{proposal.reason}</bdi></p>
        <p className={styles['hint']}>
          <bdi>{proposal.proposed_name}</bdi> · <Time at={proposal.proposed_at} zoned />
          {!mayApprove && <> · {t(($) => $.reconSettlements.waitsForOther)}</>}
        </p>
      </div>
      <div className={styles['buttons']}>
        {mayWithdraw && (
          <Button variant="default" loading={pending} onClick={() => void act({ path: { proposal_id: proposal.proposal_id }, body: { environment } })}>
            {t(($) => $.reconSettlements.withdraw)}
          </Button>
        )}
        {mayApprove && !proposal.is_own && (
          <Button variant="default" onClick={() => setOpen('reject')}>
            {t(($) => $.reconSettlements.reject)}
          </Button>
        )}
        {mayApprove && <Button onClick={() => setOpen('approve')}>{t(($) => $.reconSettlements.approve)}</Button>}
      </div>
      {open && <Decide as={open} proposal={proposal} onClose={() => setOpen(null)} />}
    </section>
  )
} // prettier-ignore

/** Decides on the numbers as they were proposed; when they are others by now, the server says so. */
function Decide({ as, proposal, onClose }: { as: 'approve' | 'reject'; proposal: ReconProposal; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const language = useLanguage()
  const { digest, shown, currency } = proposal
  const title = proposal.act === 'close_settlement' ? 'close_settlement' : 'reopen_settlement'
  const callForm = useCallForm(as === 'approve' ? approveReconProposal : rejectReconProposal, {
    initial: { remark: '' },
    toBody: ({ remark }) => ({ environment, remark, ...(as === 'approve' && { digest }) }),
    path: { proposal_id: proposal.proposal_id },
    refreshes,
    onDone: onClose,
  })
  const amount = (name: string) => (typeof shown[name] === 'string' ? <ExactAmount key={name} value={shown[name]} currency={currency} /> : '')
  return (
    <FormDialogue
      {...callForm}
      title={as === 'approve' ? t(($) => $.reconSettlements.approveTitle[title]) : t(($) => $.reconSettlements.rejectTitle)}
      submit={t(($) => $.reconSettlements[as])}
      onClose={onClose}
    >
      <p><bdi>{proposal.reason}</bdi></p>
      {as === 'approve' && (
        <>
          <p>{t(($) => $.reconSettlements.approveText)}</p>
          <Facts
            facts={[
              [t(($) => $.reconSettlements.computed), amount('computed')],
              [wireWord('columns', 'payout'), amount('payout')],
              [t(($) => $.reconSettlements.proof), amount('proof')],
              [wireWord('columns', 'open'), typeof shown['open'] === 'number' ? numberText(shown['open'], language) : ''],
            ]}
          />
        </>
      )}
      <Textarea label={t(($) => $.reconSettlements.remark)} dir="auto" autosize minRows={2} maxLength={500} {...callForm.form.getInputProps('remark')} />
    </FormDialogue>
  )
} // prettier-ignore
