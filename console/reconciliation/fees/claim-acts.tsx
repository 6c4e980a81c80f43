import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { closeFeeClaim, feeClaimStates, sendFeeClaim, type FeeClaim } from '#contract/fee-claims.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { ofClaims } from './calls.ts'
import styles from './fees.module.css'

const acts = ['send', 'recover', 'accept'] as const
export type ClaimAct = (typeof acts)[number]
/** What can be done with a claim as it is, the most likely first. */
export const claimActs = (claim: FeeClaim): readonly ClaimAct[] =>
  acts.filter((act) => feeClaimStates.can(claim.state, act))

interface DialogueProps {
  claim: FeeClaim
  onClose: () => void
}
/** The dialogue of an act on a claim. */
export const ClaimDialogue = ({ act, ...props }: DialogueProps & { act: ClaimAct }): ReactNode =>
  act === 'send' ? <Send {...props} /> : <Close as={act === 'recover' ? 'recovered' : 'accepted'} {...props} />

function Send({ claim, onClose }: DialogueProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const callForm = useCallForm(sendFeeClaim, {
    initial: { to: '', message: '' },
    toBody: (values) => ({ environment, ...values }),
    path: { claim_ref: claim.claim_ref },
    refreshes: ofClaims,
    onDone: onClose,
  })
  return (
    <FormDialogue {...callForm} title={t(($) => $.reconFees.sendTitle)} submit={t(($) => $.reconFees.acts.send)} onClose={onClose}>
      <p>
        {t(($) => $.reconFees.sendText, { count: claim.rows })}{' '}
        <ExactAmount value={claim.amount} currency={claim.currency} />
      </p>
      <TextInput
        label={t(($) => $.reconFees.to)}
        description={t(($) => $.reconFees.toHint)}
        type="email"
        dir="ltr"
        required
        {...callForm.form.getInputProps('to')}
      />
      <Textarea
        label={t(($) => $.reconFees.message)}
        description={t(($) => $.reconFees.messageHint)}
        dir="auto"
        autosize
        minRows={3}
        maxLength={2_000}
        {...callForm.form.getInputProps('message')}
      />
    </FormDialogue>
  )
} // prettier-ignore

function Close({ as, claim, onClose }: DialogueProps & { as: 'recovered' | 'accepted' }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const callForm = useCallForm(closeFeeClaim, {
    initial: { recovery_ref: '' },
    toBody: ({ recovery_ref }) => ({ environment, as, recovery_ref }),
    path: { claim_ref: claim.claim_ref },
    refreshes: ofClaims,
    onDone: onClose,
  })
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.reconFees.closeTitles[as])}
      submit={t(($) => $.reconFees.acts[as === 'recovered' ? 'recover' : 'accept'])}
      onClose={onClose}
    >
      <p>
        {t(($) => $.reconFees.closeTexts[as])} <ExactAmount value={claim.amount} currency={claim.currency} />
      </p>
      {as === 'recovered' && (
        <TextInput
          label={t(($) => $.reconFees.recoveryLine)}
          description={t(($) => $.reconFees.recoveryHint)}
          dir="ltr"
          maxLength={100}
          {...callForm.form.getInputProps('recovery_ref')}
        />
      )}
      {as === 'accepted' && <p className={styles['hint']}>{t(($) => $.reconFees.acceptedHint)}</p>}
    </FormDialogue>
  )
}
