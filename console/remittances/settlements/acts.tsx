import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptRemittanceRate, retryRemittance } from '#contract/remittance-acts.ts'
import type { Remittance } from '#contract/remittances.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import type { OpenAct } from '#console/kit/shell/open-acts.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { refreshes } from './refreshes.ts'

const icons = { accept: 'check', retry: 'repeat' } as const
type ActName = keyof typeof icons

/** What a person can do with a settlement as it is now, and the open dialogue: agree to a rate that has fallen, or send it again. */
export function useRemittanceActs(remittance: Remittance): { acts: OpenAct[]; dialogue: ReactNode } {
  const { t } = useTranslation()
  const [open, setOpen] = useState<ActName | null>(null)
  const { status, hold_reason: holds } = remittance
  const names: ActName[] = [
    ...(status === 'On Hold' && holds.includes('rate_moved') ? (['accept'] as const) : []),
    ...(status === 'Failed' || status === 'Returned' ? (['retry'] as const) : []),
  ]
  const acts = names.map((id) => ({
    id,
    title: t(($) => $.remittances.acts[id]),
    icon: icons[id],
    run: () => setOpen(id),
  }))
  const close = () => setOpen(null)
  return {
    acts,
    dialogue:
      open === 'accept' ? (
        <AcceptRate remittance={remittance} onClose={close} />
      ) : (
        open && <Retry remittance={remittance} onClose={close} />
      ),
  }
}

export const RemittanceButtons = ({ acts }: { acts: readonly OpenAct[] }): ReactNode =>
  acts.map(({ id, title, run }) => (
    <Button key={id} onClick={run}>
      {title}
    </Button>
  ))

interface DialogueProps {
  remittance: Remittance
  onClose: () => void
}

function AcceptRate({ remittance, onClose }: DialogueProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { act, pending, error } = useAction(acceptRemittanceRate, { refreshes })
  const rate = remittance.reference_forex_rate ?? ''
  const accept = async () => {
    const path = { settlement_ref: remittance.settlement_ref }
    const outcome = await act({ path, body: { environment, rate } })
    if (outcome.ok) onClose()
  }
  return (
    <Confirm
      title={t(($) => $.remittances.acceptTitle, { rate: isolatedLtr(rate) })}
      confirm={t(($) => $.remittances.acts.accept)}
      pending={pending}
      onConfirm={() => void accept()}
      onClose={onClose}
    >
      <p>{t(($) => $.remittances.acceptText)}</p>
      {error && <FormFailure error={error} />}
    </Confirm>
  )
}

function Retry({ remittance, onClose }: DialogueProps): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { act, pending, error } = useAction(retryRemittance, { refreshes })
  const retry = async () => {
    const outcome = await act({ path: { settlement_ref: remittance.settlement_ref }, body: { environment } })
    if (outcome.ok) onClose()
  }
  return (
    <Confirm
      title={t(($) => $.remittances.retryTitle)}
      confirm={t(($) => $.remittances.acts.retry)}
      pending={pending}
      onConfirm={() => void retry()}
      onClose={onClose}
    >
      <p>{t(($) => $.remittances.retryText, { currency: remittance.destination_currency })}</p>
      {error && <FormFailure error={error} />}
    </Confirm>
  )
}
