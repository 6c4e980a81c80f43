import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listUserChanges, readUser, updateProfile, type SubUser } from '#contract/users.ts'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { PersonFields } from '#console/kit/form/person-fields.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { refreshUser, useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import styles from './profile.module.css'

/** The form of the user's own name and telephone number. Only an administrator changes the address. */
export function EditProfile(): ReactNode {
  const { subUserUuid: id } = useUser()
  const { data, error, refetch } = useCall(readUser, { path: { id } })
  // The key fills the form anew after each saved revision.
  return data ? <Form key={data.revision} user={data} /> : <Unanswered query={{ error, refetch }} lines={3} />
}

function Form({ user }: { user: SubUser }): ReactNode {
  const { t } = useTranslation()
  const { name, phone_number, email_address } = user
  const { form, onSubmit, pending, failure } = useCallForm(updateProfile, {
    initial: { name, phone_number },
    toBody: (values) => values,
    // An empty telephone number takes the stored one away.
    blanks: 'sent',
    refreshes: [readUser, listUserChanges],
    onDone: () => void refreshUser(),
  })
  return (
    <form noValidate onSubmit={onSubmit} className={styles['fields']}>
      <PersonFields form={form} own />
      <TextInput
        label={wireWord('columns', 'email_address')}
        description={t(($) => $.profile.emailHint)}
        dir="ltr"
        readOnly
        variant="filled"
        value={email_address}
      />
      {failure && <FormFailure error={failure} />}
      <div className={styles['buttons']}>
        <Button type="submit" variant="default" loading={pending} disabled={!form.isDirty()}>
          {t(($) => $.settings.save)}
        </Button>
      </div>
    </form>
  )
}
