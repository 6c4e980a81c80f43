import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listMerchantInvites, resendInvite, withdrawInvite, type Invite } from '#contract/master-merchants.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { CopyIcon } from '#console/kit/ui/copy-button.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { OutboxHint } from '#console/kit/shell/outbox-hint.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import styles from './master-merchants.module.css'

const refreshes = [listMerchantInvites]

/** The list of invites with their states. */
export function Invites({ tabs }: { tabs: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const invites = useCall(listMerchantInvites, {})
  const { data } = invites
  const button = (
    <ButtonLink to="addMerchant" search={{ kind: 'invite' }} leftSection={<Icon name="mail" />}>
      {t(($) => $.masters.invite)}
    </ButtonLink>
  )
  return (
    <Screen name="masterMerchants" wide actions={data && data.length > 0 && button}>
      {tabs}
      {data?.some(({ status }) => status === 'INVITED') && <OutboxHint several />}
      {!data ? (
        <Unanswered query={invites} lines={5} />
      ) : data.length === 0 ? (
        <Empty title={t(($) => $.masters.noInvitesTitle)} text={t(($) => $.masters.noInvitesText)}>
          {button}
        </Empty>
      ) : (
        <SmallTable
          rows={data}
          rowKey={(row) => `${row.email_address} ${row.created_at}`}
          nothing=""
          columns={[
            { name: 'email_address', kind: 'text', cell: (row) => <LeftToRight>{row.email_address}</LeftToRight> },
            { name: 'merchant_type', kind: 'text', cell: (row) => wireWord('merchantTypes', row.merchant_type) },
            { name: 'status', kind: 'status', cell: (row) => <Status of="invite" state={row.status} /> },
            { name: 'created_at', kind: 'time', cell: (row) => <Time at={row.created_at} /> },
            { name: 'expires_at', kind: 'time', cell: (row) => <Time at={row.expires_at} /> },
            { name: 'actions', kind: 'text', place: 'line', cell: (row) => <Actions invite={row} /> },
          ]}
        />
      )}
    </Screen>
  )
}

function Actions({ invite }: { invite: Invite }): ReactNode {
  const { t } = useTranslation()
  const again = useAction(resendInvite, { refreshes })
  const withdraw = useAction(withdrawInvite, { refreshes })
  const [asking, setAsking] = useState(false)
  const body = { email: invite.email_address }
  if (invite.status !== 'INVITED' && invite.status !== 'EXPIRED') return null
  return (
    <div className={styles['acts']}>
      {invite.invite_link && <CopyIcon text={invite.invite_link} label={t(($) => $.masters.copyInvite)} />}
      <Button
        size="compact-sm"
        variant="default"
        loading={again.pending}
        onClick={() => void again.act({ query: {}, body })}
        aria-label={t(($) => $.masters.inviteAgainTo, { email: invite.email_address })}
      >
        {t(($) => $.masters.inviteAgain)}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => setAsking(true)}
        aria-label={t(($) => $.masters.withdrawOf, { email: invite.email_address })}
      >
        {t(($) => $.masters.withdraw)}
      </Button>
      {asking && (
        <Confirm
          title={t(($) => $.masters.withdrawQuestion)}
          confirm={t(($) => $.masters.withdraw)}
          danger
          pending={withdraw.pending}
          onConfirm={() => void withdraw.act({ body }).then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        >
          <p>{t(($) => $.masters.withdrawText, { email: invite.email_address })}</p>
        </Confirm>
      )}
    </div>
  )
}
