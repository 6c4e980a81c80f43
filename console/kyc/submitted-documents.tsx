import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readKycDocument, type Kyc } from '#contract/kyc.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import styles from './kyc.module.css'

type Submitted = Kyc['documents'][number]

/** The documents of a merchant. Each is fetched when it is opened, since the audit log records every read. */
export function SubmittedDocuments({ sub, documents }: { sub: string; documents: readonly Submitted[] }): ReactNode {
  const { t } = useTranslation()
  if (documents.length === 0) return <p className={styles['hint']}>{t(($) => $.kyc.noDocuments)}</p>
  return (
    <ul className={styles['documents']}>
      {documents.map((document) => (
        <li key={document.document_id}>
          <SubmittedDocument sub={sub} document={document} />
        </li>
      ))}
    </ul>
  )
}

function SubmittedDocument({ sub, document }: { sub: string; document: Submitted }): ReactNode {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <>
      <div className={styles['head']}>
        <h3>{wireWord('kycFields', document.kind)}</h3>
        <Status of="kycDocument" state={document.state} />
        <bdi className={styles['hint']}>{document.name}</bdi>
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={shown}
          aria-label={t(($) => (shown ? $.kyc.hideOf : $.kyc.showOf), { what: document.name })}
          onClick={() => setShown(!shown)}
        >
          {t(($) => (shown ? $.kyc.hide : $.kyc.show))}
        </Button>
      </div>
      {document.reason && <bdi className={styles['reason']}>{document.reason}</bdi>}
      {shown && <Content sub={sub} id={document.document_id} />}
    </>
  )
}

function Content({ sub, id }: { sub: string; id: string }): ReactNode {
  const { t } = useTranslation()
  const read = useCall(readKycDocument, { path: { uuid: sub, document_id: id } })
  if (read.error || !read.data) return <Unanswered query={read} lines={4} />
  const { data_url: content, name, type } = read.data
  const isPicture = type === 'image/png'
  return (
    <>
      {/* A PDF is only offered for download: opened on the console's origin, its scripts would run with the user's session. */}
      {isPicture && <img src={content} alt={name} className={styles['picture']} />}
      <p>
        <a href={content} download={isPicture ? `${name.replace(/\.\w+$/, '')}.png` : name}>
          {t(($) => $.paymentMethod.saveSlip)} <bdi>{name}</bdi>
        </a>
      </p>
    </>
  )
}
