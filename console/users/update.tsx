import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listUserChanges, listUsers, readUser, updateUser, type SubUser } from '#contract/users.ts'
import { ActingFor, useActingFor } from '#console/kit/routing/acting-for.tsx'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { refreshUser, useUser } from '#console/kit/auth/session.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { ReadUser } from './read-user.tsx'
import { useWhyNotChange } from './use-may-change.ts'
import { UserFields, type UserValues } from './user-fields.tsx'
import { RoleRights } from './role-rights.tsx'

/** The form of a user's record and roles. */
export default function UpdateUser(): ReactNode {
  const { user = '', merchant = '' } = useScreenSearch('updateUser')
  return (
    <ActingFor merchant={merchant}>
      <ReadUser id={user} screen="updateUser">
        {(found, reload) => <Latest user={found} reload={reload} />}
      </ReadUser>
    </ActingFor>
  )
}

/**
 * The form with the revision that it was filled in from. Changes of other users do not touch unsaved input until the
 * user reloads.
 */
function Latest({ user, reload }: { user: SubUser; reload: () => Promise<SubUser | undefined> }): ReactNode {
  const [seen, setSeen] = useState(user)
  const show = async () => {
    const latest = await reload()
    if (latest) setSeen(latest)
  }
  return <Form key={seen.revision} user={seen} onShowPresent={() => void show()} />
}

function Form({ user, onShowPresent }: { user: SubUser; onShowPresent: () => void }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const own = useUser().subUserUuid === user.subUserUuid
  const merchant = useActingFor()
  const search = { user: user.subUserUuid, ...(merchant ? { merchant } : {}) }
  const { record, access } = useWhyNotChange(user)
  const { name, email_address, phone_number, roles } = user
  const initial: UserValues = { name, email_address, phone_number, roles }
  const { form, onSubmit, pending, failure } = useCallForm(updateUser, {
    initial,
    path: { id: user.subUserUuid },
    toBody: (values) => ({ ...changed(initial, values), revision: user.revision }),
    refreshes: [listUsers, readUser, listUserChanges],
    onDone: () => {
      if (own) void refreshUser()
      void go({ to: 'userDetails', search })
    },
  })
  return (
    <FormScreen
      name="updateUser"
      back="userDetails"
      backSearch={search}
      submit={t(($) => $.users.save)}
      {...{ onSubmit, pending, failure }}
      aside={<RoleRights roles={form.values.roles} />}
    >
      <UserFields
        form={form}
        held={user.roles}
        closed={record || access}
        emailHint={t(($) => $.users.emailHint[user.status === 'invited' ? 'invited' : 'known'])}
      />
      {failure?.reason === 'CHANGED_MEANWHILE' && (
        <Button variant="default" onClick={onShowPresent}>
          {t(($) => $.settings.showPresent)}
        </Button>
      )}
    </FormScreen>
  )
}

/** The request's body: the changed fields alone, so that other users' changes stay. */
const changed = (before: UserValues, now: UserValues) =>
  Object.fromEntries(
    (Object.keys(before) as (keyof UserValues)[]).flatMap((field) =>
      JSON.stringify(before[field]) === JSON.stringify(now[field]) ? [] : [[field, now[field]]],
    ),
  )
