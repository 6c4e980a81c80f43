import { Switch } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listMerchantChanges, readMerchant, requireTwoStep, type Merchant } from '#contract/merchants.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import styles from './settings.module.css'

/** The switch that requires a second factor of every user; it takes effect at once, after a step-up. */
export function RequireTwoStep({
  required,
  onSaved,
}: {
  required: boolean
  onSaved: (merchant: Merchant) => void
}): ReactNode {
  const { t } = useTranslation()
  const { is_2fa_enabled } = useUser()
  const [asking, setAsking] = useState(false)
  const { act, pending, error } = useAction(requireTwoStep, { refreshes: [readMerchant, listMerchantChanges] })
  const change = async (wanted: boolean) => {
    const outcome = await act({ body: { required: wanted } })
    setAsking(false)
    if (outcome.ok) onSaved(outcome.answer)
  }
  return (
    <div>
      <Switch
        label={t(($) => $.settings.requireTwoStep)}
        description={t(($) => $.settings.requireTwoStepHint)}
        checked={required}
        disabled={pending || !is_2fa_enabled}
        onChange={(event) => (event.currentTarget.checked ? setAsking(true) : void change(false))}
      />
      {!is_2fa_enabled && (
        <p className={styles['first']}>
          {t(($) => $.settings.ownTwoStepFirst)} <ScreenLink to="profile">{t(($) => $.settings.setUpOwn)}</ScreenLink>
        </p>
      )}
      <FieldFailure error={error} />
      {asking && (
        <Confirm
          title={t(($) => $.settings.requireTwoStepTitle)}
          confirm={t(($) => $.settings.requireTwoStepConfirm)}
          pending={pending}
          onConfirm={() => void change(true)}
          onClose={() => setAsking(false)}
        >
          {t(($) => $.settings.requireTwoStepText)}
        </Confirm>
      )}
    </div>
  )
}
