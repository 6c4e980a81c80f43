import { PasswordInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { updateFeeConfigMetadata } from '#contract/recon-intake.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { KeyPair } from './key-pair.tsx'
import { serverData, serverErrors, serverField, serverValues } from './server-values.ts'
import { intakeReads, useIntakeOf, type Intake } from './use-intake.ts'
import styles from './intake.module.css'

interface ServerFormProps {
  intake: Intake
  onSaved: () => void
  onClose: () => void
}

/** Where the provider lays its files, how we sign in there and which of them are taken. */
export function ServerForm({ intake, onSaved, onClose }: ServerFormProps): ReactNode {
  const { t } = useTranslation()
  const { sftp, channel_key: channelKey } = intake
  const { path, environment } = useIntakeOf(channelKey)
  const callForm = useCallForm(updateFeeConfigMetadata, {
    initial: serverValues(sftp),
    toBody: (values) => ({ environment, update_action: 'UPDATE_SFTP_DETAILS', config_data: serverData(values) }),
    blanks: 'sent',
    path,
    fieldOf: serverField,
    check: serverErrors,
    refreshes: intakeReads,
    onDone: () => {
      onSaved()
      onClose()
    },
  })
  const { getInputProps, values } = callForm.form
  const isNew = sftp.state === 'none'
  const isAnother = values.host.trim() !== sftp.host || values.port !== String(sftp.port)
  return (
    <FormDialogue
      {...callForm}
      size="lg"
      title={t(($) => (isNew ? $.reconIntake.setUpSftp : $.reconIntake.editSftp))}
      submit={t(($) => $.settings.save)}
      onClose={onClose}
    >
      <div className={styles['place']}>
        <TextInput
          label={t(($) => $.reconIntake.host)}
          placeholder="sftp.provider.com"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          required
          {...getInputProps('host')}
        />
        <TextInput
          label={t(($) => $.reconIntake.port)}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          required
          {...getInputProps('port')}
        />
      </div>
      {!isNew && isAnother && <p>{t(($) => $.reconIntake.anotherServer)}</p>}
      <TextInput
        label={t(($) => $.reconIntake.folder)}
        description={t(($) => $.reconIntake.folderHint)}
        placeholder="/settlements"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        {...getInputProps('folder')}
      />
      <TextInput
        label={t(($) => $.reconIntake.user)}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        required
        {...getInputProps('username')}
      />
      <RadioChoices
        label={t(($) => $.reconIntake.signIn)}
        choices={[
          { value: 'password', label: t(($) => $.reconIntake.byPassword) },
          { value: 'key', label: t(($) => $.reconIntake.byKey), description: t(($) => $.reconIntake.byKeyHint) },
        ]}
        {...getInputProps('auth')}
      />
      {values.auth === 'password' ? (
        <PasswordInput
          label={t(($) => $.session.password)}
          description={t(($) => (sftp.has_password ? $.reconIntake.passwordKept : $.reconIntake.passwordHint))}
          dir="ltr"
          autoComplete="new-password"
          required={!sftp.has_password}
          visibilityToggleButtonProps={{ 'aria-label': t(($) => $.session.showPassword), tabIndex: 0 }}
          {...getInputProps('password')}
        />
      ) : (
        <KeyPair channelKey={channelKey} publicKey={sftp.public_key} />
      )}
      <TextInput
        label={t(($) => $.reconIntake.pattern)}
        description={t(($) => $.reconIntake.patternHint)}
        placeholder="settlement_{yyyy}{MM}{dd}*.csv"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        {...getInputProps('file_prefix')}
      />
      <div className={styles['pair']}>
        <TextInput
          label={t(($) => $.reconIntake.marker)}
          description={t(($) => $.reconIntake.markerHint)}
          placeholder=".done"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          {...getInputProps('marker_ending')}
        />
        <TextInput
          label={t(($) => $.reconIntake.moveTo)}
          description={t(($) => $.reconIntake.moveToHint)}
          placeholder="taken"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          {...getInputProps('move_to')}
        />
      </div>
    </FormDialogue>
  )
}
