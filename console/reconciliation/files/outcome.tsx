import { Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconFile } from '#contract/recon-files.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { faultText } from './fault-text.ts'
import { Stage } from './stage.tsx'
import styles from './files.module.css'

/** What a reader has to know first: that a file is being read, why it was refused, that it changed nothing, what took its place. */
export function Outcome({ file }: { file: ReconFile }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      {file.stage !== '' && <UnderWay file={file} />}
      {file.reason !== '' && file.withdrawn_at === null && (
        <Notice role="alert">
          {faultText({ reason: file.reason, params: file.reason_params })}
          {!file.has_original && ` ${t(($) => $.reconFiles.originalGone)}`}
          {file.status === 'Validation Failed' && file.rejected > 0 && (
            <>
              {' '}
              <ScreenLink to="reconFile" search={{ recon_id: file.recon_id, tab: 'rows', bucket: 'rejected' } as never}>
                {t(($) => $.reconFiles.seeRejected, { count: file.rejected })}
              </ScreenLink>
            </>
          )}
        </Notice>
      )}
      {file.same_as !== '' && <Other id={file.same_as} text={t(($) => $.reconFiles.sameAs)} />}
      {file.replaced_by !== '' && <Other id={file.replaced_by} text={t(($) => $.reconFiles.replacedBy)} />}
      {file.replaces !== '' && <Other id={file.replaces} text={t(($) => $.reconFiles.replaces)} />}
      {file.withdrawn_at !== null && file.replaced_by === '' && <Notice>{t(($) => $.reconFiles.isWithdrawn)}</Notice>}
      {file.digits_lost.length > 0 && (
        <Notice>
          {t(($) => $.reconFiles.digitsLost)} <bdi>{file.digits_lost.join(', ')}</bdi>
        </Notice>
      )}
    </>
  )
}

/** How far a file is that is being read, as a bar too. */
export function UnderWay({ file }: { file: ReconFile }): ReactNode {
  const { t } = useTranslation()
  return (
    <div className={styles['underWay']} role="status">
      <Stage of={file} />
      <Progress
        aria-label={t(($) => $.reconFiles.progress)}
        value={file.stage === 'reading' ? Math.min(99, (file.bytes_read / file.size_bytes) * 100) : 100}
        animated
      />
    </div>
  )
}

const Other = ({ id, text }: { id: string; text: string }): ReactNode => {
  const { t } = useTranslation()
  return (
    <Notice>
      {text}{' '}
      <ScreenLink to="reconFile" search={{ recon_id: id } as never}>
        {t(($) => $.reconFiles.openOther)}
      </ScreenLink>
    </Notice>
  )
}
