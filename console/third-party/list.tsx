import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { exportThirdParty, listThirdParty, listThirdPartySources, thirdPartyList } from '#contract/third-party.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Time, Who } from '#console/kit/details/values.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ViewOnly } from '#console/kit/routing/view-only.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'

/** The transactions of every upload, marked as what they are: others' words. */
export function ThirdPartyList(): ReactNode {
  const { t } = useTranslation()
  const sources = useCall(listThirdPartySources, {})
  return (
    <ListScreen
      name="thirdParty"
      table="third-party"
      call={listThirdParty}
      exports={exportThirdParty}
      list={thirdPartyList}
      status="thirdParty"
      rowKey={(transaction) => transaction.transaction_key}
      to={(transaction) => ({ to: 'thirdParty', search: { upload: transaction.upload_id } })}
      above={<Notice>{t(($) => $.thirdParty.others)}</Notice>}
      beside={
        <ButtonLink to="thirdParty" search={{ upload: 'all' }} variant="default" size="sm">
          {t(($) => $.thirdParty.uploads)}
        </ButtonLink>
      }
      begin={<UploadButton />}
      cells={{
        occurred_at: ({ occurred_at }) => <Time at={occurred_at} />,
        payer: ({ payer, email }) => <Who name={payer} email={email} />,
      }}
      choices={
        sources.data?.length ? { source: sources.data.map(({ source }) => ({ value: source, label: source })) } : {}
      }
      searchFinds={t(($) => $.thirdParty.searchFinds)}
      empty={{
        title: t(($) => $.thirdParty.emptyTitle),
        text: t(($) => $.thirdParty.emptyText),
        begin: <UploadButton />,
      }}
    />
  )
}

/** The way to a new upload; nothing for whom the role forbids it. */
export function UploadButton(): ReactNode {
  const { t } = useTranslation()
  const denied = useDenied('thirdPartyUpload')
  if (denied === 'view_only') return <ViewOnly />
  if (denied) return null
  return (
    <ButtonLink to="thirdParty" search={{ upload: 'new' }} leftSection={<Icon name="upload" />}>
      {t(($) => $.thirdParty.upload)}
    </ButtonLink>
  )
}
