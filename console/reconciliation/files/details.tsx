import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readReconFile, type ReconFile } from '#contract/recon-files.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { History } from '#console/kit/details/history.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { HeadFacts, Who } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { useOpenActs } from '#console/kit/shell/open-acts.ts'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { FileButtons, useFileActs } from './acts.tsx'
import { Original } from './original.tsx'
import { Outcome } from './outcome.tsx'
import { Overview } from './overview.tsx'
import { Rows } from './rows.tsx'
import { Versions } from './versions.tsx'
import { fileTabs, type FileTab } from './tabs.ts'
import styles from './files.module.css'

/** One file: what became of it, its rows, its original, what it has changed, and who did what. */
export default function ReconFileDetails(): ReactNode {
  const { recon_id = '', merchant = '' } = useScreenSearch('reconFile') as RawSearch
  return (
    <ActingFor merchant={merchant}>
      <Asked key={recon_id} reconId={recon_id} />
    </ActingFor>
  )
}

function Asked({ reconId }: { reconId: string }): ReactNode {
  const environment = environmentOf(useUser())
  const file = useCall(
    readReconFile,
    { path: { recon_id: reconId }, query: { environment } },
    { enabled: reconId !== '' },
  )
  const { data, refetch } = file
  useFresh(data?.stage !== undefined && data.stage !== '', () => void refetch(), 1_000)
  if (data) return <Details file={data} />
  return (
    <Screen name="reconFile" back="reconFiles">
      <Unanswered query={file} lines={10} absent={reconId === ''} missing={<Missing what="reconFile" />} />
    </Screen>
  )
}

function Details({ file }: { file: ReconFile }): ReactNode {
  const { t } = useTranslation()
  const { tab = 'overview' } = useScreenSearch('reconFile') as RawSearch
  const { acts, dialogue } = useFileActs(file)
  useOpenActs(acts)
  const open: FileTab = fileTabs.find((name) => name === tab) ?? 'overview'
  const head = (
    <>
      <div className={styles['head']}>
        <HeadFacts
          facts={[
            { name: 'state', fact: <Status of="reconFile" state={file.status} /> },
            { name: 'source', fact: file.data_source && <LeftToRight>{file.data_source}</LeftToRight> },
            { name: 'who', fact: file.created_by && <Who>{file.created_by}</Who> },
            { name: 'time', fact: <Time at={file.created_at} zoned /> },
          ]}
        />
      </div>
      <Outcome file={file} />
      <TabLinks
        screen="reconFile"
        label={t(($) => $.reconFiles.tabsLabel)}
        tabs={fileTabs.map((name) => ({ tab: name, title: t(($) => $.reconFiles.tabs[name]) }))}
        open={open}
        keep={{ recon_id: file.recon_id }}
      />
    </>
  )
  if (open === 'rows')
    return (
      <>
        <Rows file={file} above={head} />
        {dialogue}
      </>
    )
  return (
    <Screen
      name="reconFile"
      title={file.original_file_name}
      back="reconFiles"
      wide
      actions={<FileButtons acts={acts} />}
    >
      {head}
      {open === 'overview' && <Overview file={file} />}
      {open === 'original' && <Original file={file} />}
      {open === 'versions' && <Versions file={file} />}
      {open === 'history' && <History object="recon-file" objectRef={file.recon_id} />}
      {dialogue}
    </Screen>
  )
}
