import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { roles, type Role } from '#contract/access.ts'
import { listMerchantChoices } from '#contract/merchants.ts'
import { listUsers, userList } from '#contract/users.ts'
import { ActingFor, useActingFor } from '#console/kit/routing/acting-for.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { CutShort, Nothing, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { useMayChange } from './use-may-change.ts'
import styles from './users.module.css'

/** The users of the merchant, or of a sub-merchant that a master acts for. */
export function UserList({ above }: { above: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const merchant = useActingFor()
  const whose = merchant ? { merchant } : {}
  const may = useMayChange()
  const roleChoices = roles.map((role) => ({ value: role, label: wireWord('roles', role) }))
  return (
    <ListScreen
      name="accounts"
      table="users"
      call={listUsers}
      list={userList}
      status="user"
      keep={['tab', 'merchant']}
      above={
        <>
          {above}
          <WhoseUsers />
          {may.why && <p className={styles['closed']}>{may.why}</p>}
        </>
      }
      rowKey={(user) => user.subUserUuid}
      to={(user) => ({ to: 'userDetails', search: { user: user.subUserUuid, ...whose } })}
      cells={{
        email_address: (user) => <CutShort characters={28}>{user.email_address}</CutShort>,
        roles: (user) => <RoleNames roles={user.roles} />,
        is_2fa_enabled: (user) => t(($) => $.users.switch[user.is_2fa_enabled ? 'on' : 'off']),
        last_seen_at: (user) => (user.last_seen_at ? <Time at={user.last_seen_at} /> : <Nothing />),
      }}
      choices={{ roles: roleChoices }}
      {...(may.create
        ? { create: { to: 'createUser', label: t(($) => $.users.invite), rule: 'administration', search: whose } }
        : {})}
      empty={{ title: t(($) => $.users.emptyTitle), text: may.create ? t(($) => $.users.emptyText) : may.why }}
    />
  )
}

/** The first role by name and the number of the others; a tooltip has all of them. */
function RoleNames({ roles: held }: { roles: readonly Role[] }): ReactNode {
  const { t } = useTranslation()
  const names = held.map((role) => wireWord('roles', role))
  return (
    <span title={names.join(t(($) => $.app.comma))}>
      {names[0]}
      {names.length > 1 && <span className={styles['more']}> +{names.length - 1}</span>}
    </span>
  )
}

/** The choice of the merchant whose users a master sees. */
function WhoseUsers(): ReactNode {
  const user = useUser()
  const shown = useActingFor()
  if (!user.is_master_merchant) return null
  return (
    // Asked for the master itself, the call answers all of its merchants.
    <ActingFor merchant={user.iamportKey}>
      <MerchantSelect shown={shown || user.iamportKey} />
    </ActingFor>
  )
}

function MerchantSelect({ shown }: { shown: string }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const go = useGo()
  const { data } = useCall(listMerchantChoices, {})
  return (
    <Select
      label={t(($) => $.users.whose)}
      className={styles['whose'] ?? ''}
      data={data?.map(({ key, name }) => ({ value: key, label: name })) ?? []}
      value={shown}
      allowDeselect={false}
      searchable
      onChange={(key) => {
        const search = key && key !== user.iamportKey ? { merchant: key } : {}
        void go({ to: 'accounts', search: search as never })
      }}
    />
  )
}
