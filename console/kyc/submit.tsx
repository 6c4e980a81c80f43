import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { submitKyc, type Kyc } from '#contract/kyc.ts'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import styles from './kyc.module.css'

/** The button that submits the KYC; disabled with a list of what is missing. */
export function Submit({
  token,
  kyc,
  onChange,
}: {
  token: string
  kyc: Kyc
  onChange: (next: Kyc) => void
}): ReactNode {
  const { t } = useTranslation()
  const { act, pending, error } = useAction(submitKyc)
  const submit = async () => {
    const outcome = await act({ body: { kyc_token: token } })
    if (outcome.ok) onChange(outcome.answer)
  }
  return (
    <div className={styles['decide']}>
      {kyc.missing.length > 0 && (
        <p className={styles['hint']} role="status">
          {t(($) => $.kyc.missing)} {kyc.missing.map((name) => wireWord('kycFields', name)).join(t(($) => $.app.comma))}
        </p>
      )}
      <FieldFailure error={error} />
      <div>
        <Button onClick={() => void submit()} loading={pending} disabled={kyc.missing.length > 0}>
          {t(($) => $.kyc.submit)}
        </Button>
      </div>
    </div>
  )
}
