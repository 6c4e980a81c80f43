import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readReconFile } from '#contract/recon-files.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Status } from '#console/kit/details/status.tsx'
import { fileSize } from '#console/kit/i18n/file-size.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { SheetFault } from '#console/kit/ui/sheet.tsx'
import { SampleTable } from '../sample-table.tsx'
import { faultText } from './fault-text.ts'
import { Proofs } from './proof-words.tsx'
import { Stage } from './stage.tsx'
import type { Chosen } from './use-chosen-files.ts'
import styles from './files.module.css'

/** A file that was chosen: what it was recognised as, its first rows as they will be read, and then how far it is. */
export function ChosenFile({ chosen, onRemove }: { chosen: Chosen; onRemove: () => void }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { file, state, sample, fault, reconId } = chosen
  return (
    <li>
      <div className={styles['chosenHead']}>
        <bdi className={styles['chosenName']}>{file.name}</bdi>
        <span className={styles['hint']}>{fileSize(file.size, language)}</span>
        {state === 'looking' && (
          <span role="status">
            <Loader size="xs" /> {t(($) => $.reconFiles.looking)}
          </span>
        )}
        {state === 'sending' && (
          <span role="status">
            <Loader size="xs" /> {t(($) => $.reconFiles.sending)}
          </span>
        )}
        {state === 'begun' && <Begun reconId={reconId} />}
        {(state === 'ready' || state === 'refused') && (
          <Button variant="subtle" size="xs" onClick={onRemove} aria-label={t(($) => $.reconFiles.removeFile, { name: file.name })}>
            {t(($) => $.reconFiles.remove)}
          </Button>
        )}
      </div>
      {sample && sample.reason === '' && state !== 'begun' && <Recognised sample={sample} />}
      <SheetFault fault={fault || (sample && sample.reason !== '' ? faultText({ reason: sample.reason, params: sample.reason_params }) : '')} />
    </li>
  )
} // prettier-ignore

function Recognised({ sample }: { sample: ReconSample }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles['hint']}>
        {sample.layout === '' ? t(($) => $.reconFiles.noLayout) : t(($) => $.reconFiles.recognised, { layout: sample.layout })}
      </p>
      <details className={styles['preview']}>
        <summary>{t(($) => $.reconFiles.preview)}</summary>
        <SampleTable sample={sample} />
      </details>
    </>
  )
} // prettier-ignore

/** How far a file is that was begun, live. */
function Begun({ reconId }: { reconId: string }): ReactNode {
  const environment = environmentOf(useUser())
  const { data, refetch } = useCall(readReconFile, { path: { recon_id: reconId }, query: { environment } })
  useFresh(data?.status === 'Initiated' || data === undefined, () => void refetch(), 1_000)
  if (!data) return <Loader size="xs" />
  return (
    <span className={styles['state']} role="status">
      <Status of="reconFile" state={data.status} />
      {data.status === 'Initiated' ? <Stage of={data} /> : <Proofs of={data.proof} />}
      <ScreenLink to="reconFile" search={{ recon_id: reconId } as never}>
        <Open />
      </ScreenLink>
    </span>
  )
}
const Open = (): ReactNode => useTranslation().t(($) => $.reconFiles.open)
