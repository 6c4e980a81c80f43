import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readKycDocument, type Kyc } from '#contract/kyc.ts'
import { Failed } from '#console/kit/list/list-screen.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { failureText, wireWord } from '#console/kit/i18n/words.ts'
import styles from './kyc.module.css'

type Paper = Kyc['documents'][number]

/** The papers of a merchant. Each is fetched when it is looked at, which is written down. */
export function Papers({ sub, documents }: { sub: string; documents: readonly Paper[] }): ReactNode {
  const { t } = useTranslation()
  if (documents.length === 0) return <p className={styles['hint']}>{t(($) => $.kyc.noDocuments)}</p>
  return (
    <ul className={styles['documents']}>
      {documents.map((paper) => (
        <li key={paper.document_id}>
          <OnePaper sub={sub} paper={paper} />
        </li>
      ))}
    </ul>
  )
}

function OnePaper({ sub, paper }: { sub: string; paper: Paper }): ReactNode {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <>
      <div className={styles['head']}>
        <h3>{wireWord('kycFields', paper.kind)}</h3>
        <Status of="kycDocument" state={paper.state} />
        <bdi className={styles['hint']}>{paper.name}</bdi>
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={shown}
          aria-label={t(($) => (shown ? $.kyc.hideOf : $.kyc.showOf), { what: paper.name })}
          onClick={() => setShown(!shown)}
        >
          {t(($) => (shown ? $.kyc.hide : $.kyc.show))}
        </Button>
      </div>
      {paper.reason && <bdi className={styles['reason']}>{paper.reason}</bdi>}
      {shown && <Content sub={sub} id={paper.document_id} />}
    </>
  )
}

function Content({ sub, id }: { sub: string; id: string }): ReactNode {
  const { t } = useTranslation()
  const read = useCall(readKycDocument, { path: { uuid: sub, document_id: id } })
  if (read.error)
    return (
      <Failed error={failureText(read.error)} requestId={read.error.requestId} onRetry={() => void read.refetch()} />
    )
  if (!read.data) return <LinesSkeleton lines={4} />
  const { data_url: content, name, type } = read.data
  const isPicture = type === 'image/png'
  return (
    <>
      {/* A document is only ever saved: opened here it would run with the console's rights. */}
      {isPicture && <img src={content} alt={name} className={styles['picture']} />}
      <p>
        <a href={content} download={isPicture ? `${name.replace(/\.\w+$/, '')}.png` : name}>
          {t(($) => $.paymentMethod.saveSlip)} <bdi>{name}</bdi>
        </a>
      </p>
    </>
  )
}
