import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { momentOf } from '#contract/kit/text-forms.ts'
import { mayGrant } from '#contract/grants.ts'
import { listUserChanges, listUsers, readUser, resendInvitation, type SubUser } from '#contract/users.ts'
import { ActingFor, useActingFor } from '#console/kit/routing/acting-for.tsx'
import detail from '#console/kit/details/detail.module.css'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { HeadFacts } from '#console/kit/details/object-head.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { OutboxHint } from '#console/kit/shell/outbox-hint.tsx'
import { ButtonLink, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { Status } from '#console/kit/details/status.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { CopiedReference, CopiedText, LeftToRight, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { Activation } from './activation.tsx'
import { UserChanges } from './user-changes.tsx'
import { ReadUser } from './read-user.tsx'
import { ResetTwoStep } from './reset-two-step.tsx'
import { useWhyNotChange } from './use-may-change.ts'
import styles from './users.module.css'
import { ViewAsButton } from './view-as-button.tsx'
import { RoleRights } from './role-rights.tsx'

/** One user: record, roles and history. */
export default function UserDetails(): ReactNode {
  const { user = '', merchant = '' } = useScreenSearch('userDetails')
  return (
    <ActingFor merchant={merchant}>
      <ReadUser id={user} screen="userDetails">
        {(found) => <Details user={found} />}
      </ReadUser>
    </ActingFor>
  )
}

function Details({ user }: { user: SubUser }): ReactNode {
  const { t } = useTranslation()
  const [deciding, setDeciding] = useState(false)
  const [resetting, setResetting] = useState(false)
  const merchant = useActingFor()
  const own = useUser()
  const whose = merchant ? { merchant } : {}
  const { record, access } = useWhyNotChange(user)
  const viewable = merchant === '' && !own.viewing_as && user.roles.every((role) => mayGrant(own.roles, role))
  return (
    <Screen
      name="userDetails"
      title={user.name}
      back="accounts"
      backSearch={whose}
      beside={<Status of="user" state={user.status} />}
      facts={
        <HeadFacts
          facts={[
            { name: 'email', fact: <LeftToRight>{user.email_address}</LeftToRight> },
            { name: 'roles', fact: user.roles.map((role) => wireWord('roles', role)).join(t(($) => $.app.comma)) },
            { name: 'seen', fact: <LastSeen user={user} /> },
          ]}
        />
      }
      actions={
        <>
          {viewable && user.subUserUuid !== own.subUserUuid && <ViewAsButton roles={user.roles} />}
          {user.status === 'invited' && !record && <InviteAgain user={user} />}
          {!access && user.is_2fa_enabled && (
            <Button variant="default" onClick={() => setResetting(true)}>
              {t(($) => $.users.resetTwoStep)}
            </Button>
          )}
          {!access && (
            <Button variant="default" onClick={() => setDeciding(true)}>
              {t(($) => $.users[user.is_active ? 'deactivate' : 'reactivate'])}
            </Button>
          )}
          {!record && (
            <ButtonLink to="updateUser" search={{ user: user.subUserUuid, ...whose }}>
              {t(($) => $.users.edit)}
            </ButtonLink>
          )}
        </>
      }
    >
      {user.status === 'invited' && <OutboxHint />}
      {(record || access) && <p className={styles['closed']}>{record || access}</p>}
      <div className={detail['page']}>
        <div className={detail['main']}>
          <Section title={wireWord('columns', 'roles')}>
            <dl className={styles['roles']}>
              {user.roles.map((role) => (
                <div key={role}>
                  <dt>{wireWord('roles', role)}</dt>
                  <dd>{wireWord('roleTexts', role)}</dd>
                </div>
              ))}
            </dl>
            {merchant === '' && <RoleRights roles={user.roles} />}
          </Section>
        </div>
        <div className={detail['side']}>
          <Section title={t(($) => $.users.person)}>
            <UserFacts user={user} />
          </Section>
          <Section title={t(($) => $.detail.timeline)}>
            <UserChanges id={user.subUserUuid} />
          </Section>
        </div>
        <div className={detail['records']}>
          <History object="user" objectRef={user.subUserUuid} />
        </div>
      </div>
      {deciding && <Activation user={user} onClose={() => setDeciding(false)} />}
      {resetting && <ResetTwoStep user={user} onClose={() => setResetting(false)} />}
    </Screen>
  )
}

function UserFacts({ user }: { user: SubUser }): ReactNode {
  const { t } = useTranslation()
  const copy = t(($) => $.users.copy)
  return (
    <Facts
      facts={[
        [
          wireWord('columns', 'email_address'),
          <span key="mail">
            <CopiedText copy={copy}>{user.email_address}</CopiedText>
            {user.status !== 'invited' && !user.is_email_verified && (
              <span className={detail['note']}>{t(($) => $.users.notConfirmed)}</span>
            )}
          </span>,
        ],
        [
          wireWord('columns', 'phone_number'),
          user.phone_number && <LeftToRight key="p">{user.phone_number}</LeftToRight>,
        ],
        [wireWord('columns', 'is_2fa_enabled'), t(($) => $.users.switch[user.is_2fa_enabled ? 'on' : 'off'])],
        [wireWord('columns', 'created_at'), <Time key="made" at={user.created_at} zoned />],
        [
          t(($) => $.users.invitation),
          user.status === 'invited' ? <Invitation key="invitation" until={user.invitation_expires_at} /> : undefined,
        ],
        [
          wireWord('columns', 'subUserUuid'),
          <CopiedReference key="id" copy={copy}>
            {user.subUserUuid}
          </CopiedReference>,
        ],
      ]}
    />
  )
}

/** When the user was last in the console. */
function LastSeen({ user: { last_seen_at: at } }: { user: SubUser }): ReactNode {
  const { t } = useTranslation()
  if (!at) return t(($) => $.users.neverSignedIn)
  return (
    <>
      {wireWord('columns', 'last_seen_at')} <Time at={at} zoned />
    </>
  )
}

function Invitation({ until }: { until: string | null }): ReactNode {
  const { t } = useTranslation()
  const [now] = useState(() => Date.now())
  const good = until !== null && momentOf(until).getTime() > now
  if (!good) return t(($) => $.users.invitationOver)
  return (
    <>
      {t(($) => $.users.invitationUntil)} <Time at={until} zoned />
    </>
  )
}

function InviteAgain({ user }: { user: SubUser }): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(resendInvitation, { refreshes: [readUser, listUsers, listUserChanges] })
  return (
    <Button variant="default" loading={pending} onClick={() => void act({ path: { id: user.subUserUuid } })}>
      {t(($) => $.users.inviteAgain)}
    </Button>
  )
}
