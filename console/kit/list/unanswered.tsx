import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paymentFaults } from '#contract/faults-of-payments.ts'
import type { CallError } from '#console/kit/api/send-call.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { GetHelp } from '#console/kit/shell/get-help.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import styles from './list.module.css'

/** The state of a list without rows: its purpose and how to begin. */
export function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }): ReactNode {
  return (
    <div className={styles['empty']}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  )
}

/** The state of a failed read: the failure, the request's id and a button to retry. */
export function Failed(props: { error: string; requestId: string; onRetry: () => void }): ReactNode {
  const { t } = useTranslation()
  return (
    <div className={styles['empty']} role="alert">
      <h2>{t(($) => $.errors.readTitle)}</h2>
      <p>{props.error}</p>
      {props.requestId && (
        <p>
          {t(($) => $.errors.requestId)} <bdi dir="ltr">{props.requestId}</bdi> <GetHelp requestId={props.requestId} />
        </p>
      )}
      <Button variant="default" onClick={props.onRetry}>
        {t(($) => $.errors.retry)}
      </Button>
    </div>
  )
}

interface UnansweredProps {
  query: { error: CallError | null; refetch: () => unknown }
  /** The number of lines of the skeleton. */
  lines: number
  /** Shown in place of what is not there, by the answer or by an address without a reference (`absent`). */
  missing?: ReactNode
  absent?: boolean
}
/** A price that is not there is a fault of the request, as the peer's answers have it. */
const isMissing = ({ status, reason }: CallError) => status === 404 || reason === paymentFaults.priceUnknown.reason

/** Shown in place of a call's answer: a skeleton while it loads, or the failure with a button to retry. */
export function Unanswered({ query: { error, refetch }, lines, missing, absent = false }: UnansweredProps): ReactNode {
  if (missing && (absent || (error && isMissing(error)))) return missing
  if (!error) return <LinesSkeleton lines={lines} />
  return <Failed error={failureText(error)} requestId={error.requestId} onRetry={() => void refetch()} />
}
