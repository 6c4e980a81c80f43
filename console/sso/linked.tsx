import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readSso, unlinkSsoOf, type Sso } from '#contract/sso-connection.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'

type Identity = Sso['identities'][number]

/** The linked identities of the merchant's users, each with a button that unlinks it. */
export function Linked({ identities }: { identities: readonly Identity[] }): ReactNode {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Identity | null>(null)
  const { act, pending } = useAction(unlinkSsoOf, { refreshes: [readSso] })
  const unlink = async (identity: Identity) => {
    await act({ path: { sub_user_id: identity.sub_user_id } })
    setAsked(null)
  }
  return (
    <>
      <SmallTable
        rows={identities}
        rowKey={({ sub_user_id }) => sub_user_id}
        nothing={t(($) => $.sso.nobodyLinked)}
        columns={[
          { name: 'name', kind: 'text', cell: ({ name }) => <bdi>{name}</bdi> },
          {
            name: 'email_address',
            kind: 'text',
            cell: ({ email_address }) => <LeftToRight>{email_address}</LeftToRight>,
          },
          { name: 'at_provider', kind: 'text', cell: ({ subject }) => <LeftToRight>{subject}</LeftToRight> },
          { name: 'last_used_at', kind: 'time', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
          {
            name: 'unlink',
            kind: 'text',
            place: 'value',
            cell: (row) => (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t(($) => $.sso.unlinkThis, { name: row.name })}
                onClick={() => setAsked(row)}
              >
                {t(($) => $.sso.unlink)}
              </Button>
            ),
          },
        ]}
      />
      {asked && (
        <Confirm
          title={t(($) => $.sso.unlinkTitle)}
          confirm={t(($) => $.sso.unlink)}
          danger
          pending={pending}
          onConfirm={() => void unlink(asked)}
          onClose={() => setAsked(null)}
        >
          {t(($) => $.sso.unlinkText, { name: asked.name })}
        </Confirm>
      )}
    </>
  )
}
