import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createUser, listUsers } from '#contract/users.ts'
import { ActingFor, useActingFor } from '#console/kit/routing/acting-for.tsx'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ScreenLink, useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useMayChange } from './use-may-change.ts'
import { UserFields, type UserValues } from './user-fields.tsx'
import { RoleRights } from './role-rights.tsx'
import styles from './users.module.css'

/** The form that invites a user. */
export default function CreateUser(): ReactNode {
  const { merchant = '' } = useScreenSearch('createUser')
  return (
    <ActingFor merchant={merchant}>
      <MayInvite />
    </ActingFor>
  )
}

function MayInvite(): ReactNode {
  const may = useMayChange()
  const merchant = useActingFor()
  if (may.create) return <Form />
  return (
    <Screen name="createUser" back="accounts" backSearch={merchant ? { merchant } : {}}>
      {may.why ? <p>{may.why}</p> : <LinesSkeleton lines={10} />}
    </Screen>
  )
}

function Form(): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const merchant = useActingFor()
  const whose = merchant ? { merchant } : {}
  const initial: UserValues = { name: '', email_address: '', phone_number: '', roles: [] }
  const { form, onSubmit, pending, failure } = useCallForm(createUser, {
    initial,
    toBody: (values) => values,
    // A single person is asked for a telephone number; several at once are not.
    blanks: 'sent',
    refreshes: [listUsers],
    onDone: ({ answer }) => void go({ to: 'userDetails', search: { user: answer.subUserUuid, ...whose } }),
  })
  return (
    <FormScreen
      name="createUser"
      back="accounts"
      backSearch={whose}
      submit={t(($) => $.users.sendInvitation)}
      {...{ onSubmit, pending, failure }}
      aside={<RoleRights roles={form.values.roles} />}
    >
      <p className={styles['several']}>
        <ScreenLink to="inviteSeveral" search={whose}>
          {t(($) => $.users.inviteSeveral)}
        </ScreenLink>
      </p>
      <UserFields form={form} emailHint={t(($) => $.users.inviteHint)} phoneRequired />
    </FormScreen>
  )
}
