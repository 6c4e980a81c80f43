import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { resendKycLink } from '#contract/kyc.ts'
import {
  changeMerchants,
  listSubMerchantsPaginated,
  readSubMerchant,
  setMerchantStatus,
} from '#contract/master-merchants.ts'
import type { SubMerchant } from '#contract/sub-merchants.ts'
import { listMerchantChoices } from '#contract/merchants.ts'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { OutboxHint } from '#console/kit/shell/outbox-hint.tsx'
import { useAction } from '#console/kit/api/use-call.ts'

export type Act = 'activate' | 'deactivate' | 'sendKyc' | 'remove'
const refreshes = [listSubMerchantsPaginated, readSubMerchant, listMerchantChoices]

/** The acts that the merchant's state allows. */
export function actsFor(merchant: SubMerchant): Act[] {
  const active = merchant.status === 'ACTIVE'
  const fillable = merchant.kyc_status === 'PENDING' || merchant.kyc_status === 'RESUBMIT'
  return [
    ...(active && merchant.writable && fillable ? (['sendKyc'] as const) : []),
    active ? 'deactivate' : 'activate',
    'remove',
  ]
}

interface DialogueProps {
  act: Act
  merchant: SubMerchant
  onClose: () => void
  /** Called after success, not when the dialogue is only closed. */
  onDone?: () => void
}

/** Asks for confirmation of an act with its consequences, and performs it. */
export function ActDialogue(props: DialogueProps): ReactNode {
  // The KYC link is the merchant's own, so the call acts for it.
  return (
    <ActingFor merchant={props.act === 'sendKyc' ? props.merchant.key : ''}>
      <Dialogue {...props} />
    </ActingFor>
  )
}

function Dialogue({ act, merchant, onClose, onDone }: DialogueProps): ReactNode {
  const { t } = useTranslation()
  const status = useAction(setMerchantStatus, { refreshes })
  const change = useAction(changeMerchants, { refreshes })
  const send = useAction(resendKycLink, { refreshes })
  const { name, uuid, email_address: email, kind } = merchant
  const run = async () => {
    const outcome =
      act === 'remove'
        ? await change.act({ query: {}, body: { remove_merchants: [uuid] } })
        : act === 'sendKyc'
          ? await send.act({ query: {}, body: {} })
          : await status.act({ path: { uuid, status: act === 'activate' ? 'ACTIVE' : 'INACTIVE' }, body: {} })
    onClose()
    if (outcome.ok) onDone?.()
  }
  const text =
    act === 'remove'
      ? t(($) => $.masters.removeText[kind], { name })
      : t(($) => $.masters.actTexts[act], { name, email })
  return (
    <Confirm
      title={t(($) => $.masters.acts[act].question, { name })}
      confirm={t(($) => $.masters.acts[act].title)}
      danger={act === 'remove' || act === 'deactivate'}
      pending={status.pending || change.pending || send.pending}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>{text}</p>
      {act === 'sendKyc' && <OutboxHint />}
    </Confirm>
  )
}
