import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readKycOfMerchant, type Kyc } from '#contract/kyc.ts'
import { readSubMerchant } from '#contract/master-merchants.ts'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import detail from '#console/kit/details/detail.module.css'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { HeadFacts, Who } from '#console/kit/details/object-head.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { Time } from '#console/kit/details/values.tsx'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Decide } from './decide.tsx'
import styles from './kyc.module.css'
import { SubmittedDocuments } from './submitted-documents.tsx'
import { countryName } from '#console/kit/i18n/names.ts'

/** A master's review of a merchant's KYC: facts, documents and the decision. */
export default function ReviewKyc(): ReactNode {
  const { sub = '' } = useScreenSearch('reviewKyc')
  const kyc = useCall(readKycOfMerchant, { path: { uuid: sub } }, { enabled: sub !== '' })
  if (kyc.data) return <Review sub={sub} kyc={kyc.data} />
  return (
    <Screen name="reviewKyc" back="masterMerchants">
      <Unanswered query={kyc} lines={8} missing={<Missing what="merchant" />} absent={sub === ''} />
    </Screen>
  )
}

function Review({ sub, kyc }: { sub: string; kyc: Kyc }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Screen
      name="reviewKyc"
      title={t(($) => $.kyc.reviewOf, { name: kyc.merchant_name })}
      back="subMerchant"
      backSearch={{ sub }}
      beside={<Status of="kyc" state={kyc.kyc_status} />}
      facts={
        <HeadFacts
          facts={[
            { name: 'legal', fact: kyc.company.legal_name && <Who>{kyc.company.legal_name}</Who> },
            { name: 'country', fact: countryName(kyc.country, language) },
            { name: 'submitted', fact: kyc.submitted_at && <Submitted at={kyc.submitted_at} /> },
          ]}
        />
      }
    >
      <div className={detail['page']}>
        <div className={detail['main']}>
          <Section title={t(($) => $.kyc.company)}>
            <Facts
              facts={Object.entries(kyc.company).map(([name, value]) => [
                wireWord('kycFields', name),
                value && <bdi key={name}>{value}</bdi>,
              ])}
            />
          </Section>
          <Section title={t(($) => $.kyc.documents)}>
            <SubmittedDocuments sub={sub} documents={kyc.documents} />
          </Section>
        </div>
        <div className={detail['side']}>
          <Section title={t(($) => $.kyc.decision)}>
            {kyc.reviewable ? <Decide sub={sub} kyc={kyc} /> : <Decided kyc={kyc} />}
          </Section>
        </div>
        <div className={detail['records']}>
          <ReviewHistory sub={sub} />
        </div>
      </div>
    </Screen>
  )
}

function Submitted({ at }: { at: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      {t(($) => $.kyc.submittedAt)} <Time at={at} zoned />
    </>
  )
}

/** Why there is nothing to decide, and the note of the last decision. */
function Decided({ kyc }: { kyc: Kyc }): ReactNode {
  const { t } = useTranslation()
  return (
    <p className={styles['hint']}>
      {kyc.kyc_status === 'SUBMITTED' ? wireWord('reasons', 'REVIEW_BY_OPERATOR') : t(($) => $.kyc.nothingToDecide)}
      {kyc.note && (
        <>
          {' '}
          <bdi>{kyc.note}</bdi>
        </>
      )}
    </p>
  )
}

/** The acts on the KYC. They stand in the merchant's own log. */
function ReviewHistory({ sub }: { sub: string }): ReactNode {
  const { data } = useCall(readSubMerchant, { path: { uuid: sub } })
  if (!data) return null
  return (
    <ActingFor merchant={data.key}>
      <History object="kyc" objectRef={data.uuid} />
    </ActingFor>
  )
}
