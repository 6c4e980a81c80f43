import { Button, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FeeCheck } from '#contract/fee-checks.ts'
import { createFeeClaim } from '#contract/fee-claims.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { ofClaims } from './calls.ts'
import { useChannels } from './channels.ts'
import { sumOfTexts } from './decimal-sums.ts'
import styles from './fees.module.css'

interface ChosenProps {
  checks: readonly FeeCheck[]
  onDone: () => void
}
/** What the chosen overcharges come to, and the claim that can be made of them; why not, where they are of several providers. */
export function ChosenChecks({ checks, onDone }: ChosenProps): ReactNode {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const possible = checks.filter(({ direction, claim_ref: claim }) => direction === 'over' && claim === null)
  const kinds = new Set(possible.map(({ payment_channel_key: key, currency }) => `${key} ${currency}`))
  const why =
    possible.length === 0 ? t(($) => $.reconFees.noneToClaim) : kinds.size > 1 ? t(($) => $.reconFees.oneChannel) : ''
  return (
    <>
      {why ? (
        <span className={styles['why']}>{why}</span>
      ) : (
        <span className={styles['why']}>
          <Sum checks={possible} />
        </span>
      )}
      <Button size="xs" disabled={why !== ''} onClick={() => setAsked(true)}>
        {t(($) => $.reconFees.makeClaim, { count: possible.length })}
      </Button>
      {asked && <MakeClaim checks={possible} onDone={onDone} onClose={() => setAsked(false)} />}
    </>
  )
}

const Sum = ({ checks }: { checks: readonly FeeCheck[] }): ReactNode => (
  <ExactAmount value={sumOfTexts(checks.map(({ difference }) => difference))} currency={checks[0]?.currency ?? ''} />
)

function MakeClaim({ checks, onDone, onClose }: ChosenProps & { onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const { nameOf } = useChannels()
  const environment = environmentOf(useUser())
  const callForm = useCallForm(createFeeClaim, {
    initial: { note: '' },
    toBody: ({ note }) => ({ environment, note, check_refs: checks.map(({ check_ref }) => check_ref) }),
    refreshes: ofClaims,
    onDone: ({ answer }) => {
      onDone()
      void go({ to: 'reconFees', search: { tab: 'claims', claim: answer.claim_ref } as never })
    },
  })
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.reconFees.claimTitle, { channel: nameOf(checks[0]?.payment_channel_key ?? '') })}
      submit={t(($) => $.reconFees.createClaim)}
      onClose={onClose}
    >
      <p>
        {t(($) => $.reconFees.claimRows, { count: checks.length })} <Sum checks={checks} />
      </p>
      <p className={styles['hint']}>{t(($) => $.reconFees.claimText)}</p>
      <Textarea
        label={t(($) => $.reconFees.note)}
        description={t(($) => $.reconFees.noteHint)}
        dir="auto"
        autosize
        minRows={2}
        maxLength={500}
        {...callForm.form.getInputProps('note')}
      />
    </FormDialogue>
  )
}
