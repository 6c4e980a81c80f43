import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pinReconHostKey } from '#contract/recon-intake.ts'
import { Reference } from '#console/kit/details/values.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { intakeReads, useIntakeOf } from './use-intake.ts'
import styles from './intake.module.css'

/** A key that a server has shown. */
export interface ShownKey {
  type: string
  fingerprint: string
}
interface PinProps {
  channelKey: string
  /** The key that is pinned so far. */
  pinned: ShownKey | null
  /** The key that the server shows; null to type one that the provider has told. */
  shown: ShownKey | null
  onClose: () => void
}

/** Pins the key by which the server is known. Another key than before is typed as the provider has told it. */
export function PinDialogue({ channelKey, pinned, shown, onClose }: PinProps): ReactNode {
  const { t } = useTranslation()
  const { path, environment } = useIntakeOf(channelKey)
  const isTyped = shown === null || pinned !== null
  const callForm = useCallForm(pinReconHostKey, {
    initial: { fingerprint: isTyped ? '' : shown.fingerprint },
    toBody: ({ fingerprint }) => ({ environment, fingerprint: fingerprint.trim() }),
    check: ({ fingerprint }) =>
      shown && fingerprint.trim() !== shown.fingerprint
        ? [{ path: 'fingerprint', reason: 'other_key', text: 'Another key.' }]
        : [],
    path,
    refreshes: intakeReads,
    onDone: onClose,
  })
  return (
    <FormDialogue
      {...callForm}
      title={t(($) => $.reconIntake.pinTitle)}
      submit={t(($) => $.reconIntake.pinKey)}
      onClose={onClose}
    >
      <p>{t(($) => (isTyped ? $.reconIntake.typeText : $.reconIntake.pinText))}</p>
      {shown && (
        <dl className={styles['keys']}>
          <div>
            <dt>{t(($) => $.reconIntake.shownKey)}</dt>
            <dd>
              <Reference>{shown.fingerprint}</Reference>
            </dd>
          </div>
        </dl>
      )}
      {isTyped && (
        <TextInput
          label={t(($) => $.reconIntake.toldKey)}
          placeholder="SHA256:…"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          required
          {...callForm.form.getInputProps('fingerprint')}
        />
      )}
    </FormDialogue>
  )
}
