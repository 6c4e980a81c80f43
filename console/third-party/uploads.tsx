import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listThirdPartyUploads, type ThirdPartyUpload } from '#contract/third-party.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { UploadButton } from './list.tsx'

/** The latest uploads of others' transactions. */
export default function Uploads(): ReactNode {
  const { t } = useTranslation()
  const uploads = useCall(listThirdPartyUploads, {})
  return (
    <Screen name="thirdParty" title={t(($) => $.thirdParty.uploads)} back="thirdParty" wide actions={<UploadButton />}>
      <Section title={t(($) => $.thirdParty.latest)}>
        {uploads.data ? <Table uploads={uploads.data} /> : <Unanswered query={uploads} lines={4} />}
      </Section>
    </Screen>
  )
}

function Table({ uploads }: { uploads: readonly ThirdPartyUpload[] }): ReactNode {
  const { t } = useTranslation()
  return (
    <SmallTable<ThirdPartyUpload>
      rows={uploads}
      rowKey={(upload) => upload.upload_id}
      to={(upload) => ({ to: 'thirdParty', search: { upload: upload.upload_id } })}
      nothing={t(($) => $.thirdParty.noUploads)}
      columns={[
        { name: 'file_name', kind: 'text', cell: (upload) => <bdi>{upload.file_name}</bdi> },
        { name: 'source', kind: 'text', cell: (upload) => <bdi>{upload.source}</bdi> },
        { name: 'created_at', kind: 'time', cell: (upload) => <Time at={upload.created_at} /> },
        { name: 'created_by', kind: 'text', cell: (upload) => <bdi>{upload.created_by}</bdi> },
        { name: 'status', kind: 'status', cell: (upload) => <Status of="thirdPartyUpload" state={upload.state} /> },
        { name: 'rows', kind: 'number', cell: (upload) => upload.rows },
        { name: 'valid_rows', kind: 'number', cell: (upload) => upload.valid },
      ]}
    />
  )
} // prettier-ignore
