import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { readReconFile } from '#contract/recon-files.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Status } from '#console/kit/details/status.tsx'
import { fileSize } from '#console/kit/i18n/file-size.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { SheetFault } from '#console/kit/ui/sheet.tsx'
import { faultText } from './fault-text.ts'
import { UnderWay } from './outcome.tsx'
import { Proofs } from './proof-words.tsx'
import { SampleSaid } from './sample-said.tsx'
import type { Chosen } from './use-chosen-files.ts'
import styles from './files.module.css'

interface ChosenFileProps {
  chosen: Chosen
  channel: string
  onLook: () => void
  onRemove: () => void
}

/** A file that was chosen: what would become of it, and then how far it is. */
export function ChosenFile({ chosen, channel, onLook, onRemove }: ChosenFileProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { file, state, sample, fault, stored } = chosen
  const doing = { looking: 'looking', waiting: 'waitsForUpload', sending: 'sending' } as const
  const isNotLookedAt = state === 'refused' && sample === null && file.size <= limits.uploadBytes
  const refused = sample ? faultText({ reason: sample.reason, params: sample.reason_params }) : ''
  return (
    <li>
      <div className={styles['chosenHead']}>
        <bdi className={styles['chosenName']}>{file.name}</bdi>
        <span className={styles['hint']}>{fileSize(file.size, language)}</span>
        {(state === 'looking' || state === 'waiting' || state === 'sending') && (
          <span role="status">
            <Loader size="xs" /> {t(($) => $.reconFiles[doing[state]])}
          </span>
        )}
        {isNotLookedAt && (
          <Button variant="subtle" size="xs" onClick={onLook}>
            {t(($) => $.reconFiles.lookAgain)}
          </Button>
        )}
        {(state === 'ready' || state === 'refused') && (
          <Button variant="subtle" size="xs" onClick={onRemove} aria-label={t(($) => $.reconFiles.removeFile, { name: file.name })}>
            {t(($) => $.reconFiles.remove)}
          </Button>
        )}
      </div>
      <SheetFault fault={fault || refused} />
      {sample && state !== 'begun' && <SampleSaid sample={sample} channel={channel} />}
      {state === 'begun' && stored && <Begun reconId={stored.recon_id} />}
    </li>
  )
} // prettier-ignore

/** How far a file is that was begun, live, and then what became of it. */
function Begun({ reconId }: { reconId: string }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { data, refetch } = useCall(readReconFile, { path: { recon_id: reconId }, query: { environment } })
  useFresh(data?.status === 'Initiated' || data === undefined, () => void refetch(), 1_000)
  if (!data) return <Loader size="xs" />
  return (
    <>
      {data.status === 'Initiated' && <UnderWay file={data} />}
      <span className={styles['state']} role="status">
        {data.status !== 'Initiated' && (
          <>
            <Status of="reconFile" state={data.status} />
            <Proofs of={data.proof} />
          </>
        )}
        <ScreenLink to="reconFile" search={{ recon_id: reconId } as never}>
          {t(($) => $.reconFiles.open)}
        </ScreenLink>
      </span>
      {data.same_as !== '' && <p className={styles['hint']}>{t(($) => $.reconFiles.sameAs)}</p>}
      <SheetFault fault={data.reason === '' ? '' : faultText({ reason: data.reason, params: data.reason_params })} />
    </>
  )
}
