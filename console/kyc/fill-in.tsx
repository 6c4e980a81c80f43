import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { kycNeeds, readKyc, type Kyc } from '#contract/kyc.ts'
import { kycStates } from '#contract/merchants.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import entry from '#console/kit/shell/entry.module.css'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { OutboxHint } from '#console/kit/shell/outbox-hint.tsx'
import { useKeptToken } from '#console/kit/auth/kept-token.ts'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { failureText, wireWord } from '#console/kit/i18n/words.ts'
import { Company } from './company.tsx'
import { Documents } from './documents.tsx'
import styles from './kyc.module.css'
import { Submit } from './submit.tsx'

/** The screen of a KYC link: the merchant's facts, the missing ones, and the submission. It needs no session. */
export default function FillIn(): ReactNode {
  const { t } = useTranslation()
  const token = useKeptToken('kyc')
  const input = { body: { kyc_token: token } }
  const { data, error } = useCall(readKyc, input, { enabled: token !== '' })
  const client = useQueryClient()
  const title = data ? t(($) => $.kyc.titleOf, { name: data.merchant_name }) : t(($) => $.screens.kyc)
  const onChange = (next?: Kyc) => {
    if (next) client.setQueryData([readKyc.at, input, ''], next)
    else void client.invalidateQueries({ queryKey: [readKyc.at] })
  }
  return (
    <Entry title={title} wide>
      {token === '' || error ? (
        <p role="alert">{error ? failureText(error) : wireWord('reasons', 'LINK_NOT_VALID')}</p>
      ) : data ? (
        <Form token={token} kyc={data} onChange={onChange} />
      ) : (
        <LinesSkeleton lines={8} />
      )}
      <div className={entry['others']}>
        <ScreenLink to="generalSettings">{t(($) => $.kyc.back)}</ScreenLink>
      </div>
    </Entry>
  )
}

function Form({ token, kyc, onChange }: { token: string; kyc: Kyc; onChange: (next?: Kyc) => void }): ReactNode {
  const { t } = useTranslation()
  const open = kycStates.can(kyc.kyc_status, 'submit')
  return (
    <>
      <Progress kyc={kyc} />
      {kyc.note && (
        <div className={styles['note']}>
          <strong>{t(($) => $.kyc.note)}</strong> <bdi>{kyc.note}</bdi>
        </div>
      )}
      {open ? (
        <div className={styles['form']}>
          <p className={styles['hint']}>{t(($) => $.kyc.intro)}</p>
          <Company token={token} kyc={kyc} onChange={onChange} />
          <Documents token={token} kyc={kyc} onChange={onChange} />
          <Submit token={token} kyc={kyc} onChange={onChange} />
        </div>
      ) : (
        <>
          <p role="status">{t(($) => $.kyc.states[kyc.kyc_status as 'SUBMITTED' | 'APPROVED' | 'REJECTED'])}</p>
          {kyc.kyc_status === 'SUBMITTED' && <OutboxHint several />}
        </>
      )}
    </>
  )
}

function Progress({ kyc }: { kyc: Kyc }): ReactNode {
  const { t } = useTranslation()
  const all = kycNeeds
  const there = all - kyc.missing.length
  return (
    <div className={styles['steps']}>
      <Status of="kyc" state={kyc.kyc_status} />
      <div
        className={styles['bar']}
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={there}
        aria-label={t(($) => $.kyc.progress, { there, all })}
      >
        <span style={{ inlineSize: `${(100 * there) / all}%` }} />
      </div>
      <span className={styles['hint']}>{t(($) => $.kyc.progress, { there, all })}</span>
    </div>
  )
}
