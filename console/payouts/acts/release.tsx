import { Button, Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readFactors } from '#contract/factors.ts'
import type { Offer } from './offer.ts'
import { readPayoutPhone, type CodeSent } from '#contract/payout-approvals.ts'
import { passkeysHere } from '#console/kit/auth/passkey.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import type { ActDialogueProps } from './act-dialogue.tsx'
import { Changed, isChanged } from './changed.tsx'
import { EnterCode } from './enter-code.tsx'
import { Listed } from './listed.tsx'
import { useRelease } from './use-release.ts'

/**
 * Verifies or approves payouts: says what the code will be for, sends it or asks for a passkey, and takes it. A code that was wrong
 * leaves every payout as it was; one whose payouts have changed says what changed.
 */
export default function Release({ act, payouts, onDone, onClose }: ActDialogueProps & { act: 'verify' | 'approve' }): ReactNode {
  const { t } = useTranslation()
  useReturnFocus()
  const [sent, setSent] = useState<CodeSent | null>(null)
  const release = useRelease(act, payouts)
  const send = async (way: 'email' | 'phone') => {
    const code = await release.send(way)
    if (code) setSent(code)
  }
  const offer = async (given: Offer) => {
    if (await release.give(given)) onDone()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.payouts.releaseTitle[act], { count: payouts.length })}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <div className={dialogue['body']}>
        <Listed payouts={payouts} />
        {isChanged(release.error) ? (
          <Changed error={release.error} payouts={payouts} onClose={onDone} />
        ) : sent ? (
          <EnterCode
            act={act}
            sent={sent}
            release={release}
            onOffer={(otp) => void offer({ otp })}
            onResent={setSent}
            onClose={onClose}
          />
        ) : (
          <Ways release={release} act={act} onSend={(way) => void send(way)} onPasskey={() => void release.sign().then((given) => given && offer(given))} />
        )}
      </div>
    </Modal>
  )
} // prettier-ignore

interface WaysProps {
  act: 'verify' | 'approve'
  release: ReturnType<typeof useRelease>
  onSend: (way: 'email' | 'phone') => void
  onPasskey: () => void
}

/** How the user says that it is them: by a code that is sent to them, or by a passkey. */
function Ways({ act, release, onSend, onPasskey }: WaysProps): ReactNode {
  const { t } = useTranslation()
  const factors = useCall(readFactors, {})
  const phone = useCall(readPayoutPhone, {})
  const hasPasskey = passkeysHere() && (factors.data?.passkeys.length ?? 0) > 0
  return (
    <>
      <p>{t(($) => $.payouts.codeText[act])}</p>
      {release.isRefused ? (
        <p role="alert">{t(($) => $.factors.passkeyRefused)}</p>
      ) : (
        <FieldFailure error={release.error} />
      )}
      <div className={dialogue['buttons']}>
        {hasPasskey && (
          <Button variant="default" loading={release.pending} onClick={onPasskey}>
            {t(($) => $.factors.usePasskey)}
          </Button>
        )}
        {phone.data?.is_confirmed && (
          <Button variant="default" loading={release.pending} onClick={() => onSend('phone')}>
            {t(($) => $.payouts.codeByPhone)}
          </Button>
        )}
        <Button loading={release.pending} onClick={() => onSend('email')} data-autofocus>
          {t(($) => $.payouts.codeByEmail)}
        </Button>
      </div>
    </>
  )
}
