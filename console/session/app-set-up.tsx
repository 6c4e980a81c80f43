import { Button } from '@mantine/core'
import type { ReactNode, SyntheticEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readFactors, verifyTwoStep, type setUpTwoStep } from '#contract/factors.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { CodeInput } from '#console/kit/auth/code-input.tsx'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { CopiedReference } from '#console/kit/details/values.tsx'
import styles from './two-step.module.css'

interface AppSetUpProps {
  seed: WireOutput<typeof setUpTwoStep>
  /** The new recovery codes; empty where the user has some already. */
  onDone: (codes: readonly string[]) => void
}

/** The app's seed as QR code and text, and the input of its first code. */
export function AppSetUp({ seed: { secret, qr_code }, onDone }: AppSetUpProps): ReactNode {
  const { t } = useTranslation()
  const { email } = useUser().email_address
  const { act, pending, error } = useAction(verifyTwoStep, { refreshes: [readFactors] })
  const [otp, setOtp] = useState('')
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const outcome = await act({ body: { email_address: email, otp } })
    if (outcome.ok) onDone(outcome.answer.recovery_codes)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className={styles['steps']}>
      <p>{t(($) => $.twoStep.scan)}</p>
      <img src={qr_code} alt={t(($) => $.twoStep.qrCode)} className={styles['qr']} width={192} height={192} />
      <div>
        <p className={styles['hint']}>{t(($) => $.twoStep.typeKey)}</p>
        <CopiedReference copy={t(($) => $.twoStep.copyKey)}>{grouped(secret)}</CopiedReference>
      </div>
      <CodeInput
        label={t(($) => $.twoStep.firstCode)}
        description={t(($) => $.factors.codeHint)}
        data-autofocus
        value={otp}
        onChange={setOtp}
      />
      <FieldFailure error={error} />
      <Button type="submit" loading={pending}>
        {t(($) => $.twoStep.confirm)}
      </Button>
    </form>
  )
}

/** The seed in groups of four, with blanks, which apps accept. */
const grouped = (secret: string) => secret.replaceAll(/.{4}(?=.)/g, '$& ')
