import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { proposeSettlement } from '#contract/recon-proposals.ts'
import type { Settlement } from '#contract/settlement-shapes.ts'
import { closeSettlement, readSettlement, reopenSettlement } from '#contract/settlements.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm, type CallForm } from '#console/kit/form/use-call-form.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { exactWords } from '#console/kit/details/exact-amount.tsx'
import { refreshes } from './refreshes.ts'

interface DialogueProps {
  settlement: Settlement
  onClose: () => void
}

/** An amount of the settlement inside a sentence. */
function useAmountWords({ currency }: Settlement): (value: string) => string {
  const language = useLanguage()
  return (value) => `\u2066${exactWords(value, language, 2)} ${currency}\u2069`
}

/** Closes it on the numbers that are shown; without a second person where it is not proven. */
export function Close({ settlement, onClose }: DialogueProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const amount = useAmountWords(settlement)
  const { settlement_id, version, state, payout, computed, proof, open, is_booked } = settlement
  const isProven = state === 'proven'
  const callForm = useCallForm(closeSettlement, {
    initial: { reason: '' },
    toBody: ({ reason }) => ({ environment, version, reason }),
    path: { settlement_id },
    refreshes,
    onDone: onClose,
  })
  const leave = useLeave(callForm.failure !== null, onClose)
  return (
    <FormDialogue {...callForm} title={t(($) => $.reconSettlements.closeTitle)} submit={t(($) => $.reconSettlements.close)} onClose={leave}>
      <p>
        {is_booked
          ? t(($) => $.reconSettlements.closeText, { payout: amount(payout ?? computed) })
          : t(($) => $.reconSettlements.closeTextOnly)}{' '}
        {open > 0 && t(($) => $.reconSettlements.closeOpen, { count: open })}
      </p>
      {!isProven && (
        <>
          <p>
            {is_booked && t(($) => $.reconSettlements.closeOff, { proof: amount(proof ?? '0') })}{' '}
            {t(($) => $.reconSettlements.closeLone)}
          </p>
          <Reason form={callForm.form} />
        </>
      )}
    </FormDialogue>
  )
} // prettier-ignore

/** Proposes what takes two people: closing one that is not proven, or reopening a closed one. */
export function Propose({ settlement, onClose }: DialogueProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const amount = useAmountWords(settlement)
  const isReopening = settlement.state === 'closed'
  const callForm = useCallForm(proposeSettlement, {
    initial: { reason: '' },
    toBody: ({ reason }) => ({ environment, act: isReopening ? 'reopen_settlement' : 'close_settlement', reason }),
    path: { settlement_id: settlement.settlement_id },
    refreshes,
    onDone: onClose,
  })
  const leave = useLeave(callForm.failure !== null, onClose)
  const words = isReopening
    ? [t(($) => $.reconSettlements.proposeReopenTitle), t(($) => $.reconSettlements.proposeReopen), t(($) => $.reconSettlements.proposeReopenText)] as const
    : [t(($) => $.reconSettlements.proposeCloseTitle), t(($) => $.reconSettlements.proposeClose), t(($) => $.reconSettlements.proposeCloseText, { proof: amount(settlement.proof ?? '0') })] as const
  return (
    <FormDialogue {...callForm} title={words[0]} submit={words[1]} onClose={leave}>
      <p>{words[2]}</p>
      <Reason form={callForm.form} />
    </FormDialogue>
  )
} // prettier-ignore

/** Reopens it without a second person. */
export function Reopen({ settlement, onClose }: DialogueProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const callForm = useCallForm(reopenSettlement, {
    initial: { reason: '' },
    toBody: ({ reason }) => ({ environment, reason }),
    path: { settlement_id: settlement.settlement_id },
    refreshes,
    onDone: onClose,
  })
  const leave = useLeave(callForm.failure !== null, onClose)
  return (
    <FormDialogue {...callForm} title={t(($) => $.reconSettlements.reopenTitle)} submit={t(($) => $.reconSettlements.reopen)} onClose={leave}>
      <p>{t(($) => $.reconSettlements.reopenText)} {t(($) => $.reconSettlements.reopenLone)}</p>
      <Reason form={callForm.form} />
    </FormDialogue>
  )
} // prettier-ignore

/** After a failure the settlement is read again: it may be another than was seen. */
function useLeave(hasFailed: boolean, onClose: () => void): () => void {
  const client = useQueryClient()
  return () => {
    if (hasFailed) void client.invalidateQueries({ queryKey: [readSettlement.at] })
    onClose()
  }
}

function Reason({ form }: { form: CallForm<{ reason: string }>['form'] }): ReactNode {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t(($) => $.reconSettlements.reason)}
      description={t(($) => $.reconSettlements.reasonHint)}
      dir="auto"
      autosize
      minRows={2}
      maxLength={500}
      required
      {...form.getInputProps('reason')}
    />
  )
}
