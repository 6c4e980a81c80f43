import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readBeneficiary } from '#contract/beneficiaries.ts'
import type { Beneficiary } from '#contract/beneficiary-shapes.ts'
import { languages } from '#i18n/languages.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import styles from '#console/kit/details/detail.module.css'
import { Facts, Section, Timeline } from '#console/kit/details/detail.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, LeftToRight, Nothing, Reference, Time } from '#console/kit/details/values.tsx'
import { countryName } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ActingFor, useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink, ScreenLink, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { NeedsFactor } from '#console/kit/auth/needs-factor.tsx'
import { Accounts } from './account-cards.tsx'
import { EditPerson } from './edit-person.tsx'
import own from './beneficiaries.module.css'
import { Screening } from './screening.tsx'

/** One beneficiary (`?ref=`): the accounts, what was checked, what was paid, and who changed what. */
export default function BeneficiaryPage(): ReactNode {
  const { ref = '', merchant = '' } = useScreenSearch('updateBeneficiary')
  return (
    <ActingFor merchant={merchant}>
      <Read key={ref} uuid={ref} />
    </ActingFor>
  )
}

function Read({ uuid }: { uuid: string }): ReactNode {
  const user = useUser()
  const asked = { path: { ref: uuid }, body: { environment: environmentOf(user) } }
  const beneficiary = useCall(readBeneficiary, asked, { enabled: uuid !== '' })
  if (beneficiary.data) return <Details of={beneficiary.data} />
  return (
    <Screen name="updateBeneficiary" back="beneficiaries">
      <Unanswered query={beneficiary} lines={10} missing={<Missing what="beneficiary" />} absent={uuid === ''} />
    </Screen>
  )
}

function Details({ of }: { of: Beneficiary }): ReactNode {
  const { t } = useTranslation()
  const [isEdited, setEdited] = useState(false)
  const denied = useDenied('payoutMakers')
  const merchant = useActingFor()
  return (
    <Screen
      name="updateBeneficiary"
      title={of.name}
      back="beneficiaries"
      wide
      actions={
        <>
          <WhyNot rule="payoutMakers" />
          <Button variant="default" disabled={denied !== null} onClick={() => setEdited(true)}>
            {t(($) => $.beneficiaries.edit)}
          </Button>
          {of.is_active && denied === null && merchant === '' && (
            <ButtonLink to="createPayout" search={{ beneficiary: of.beneficiary_uuid }}>
              {t(($) => $.payouts.create)}
            </ButtonLink>
          )}
        </>
      }
    >
      <NeedsFactor />
      {!of.is_active && <Notice>{t(($) => $.beneficiaries.inactiveText)}</Notice>}
      <div className={styles['page']}>
        <div className={styles['main']}>
          <Accounts of={of} />
          <Section title={wireWord('screens', 'managePayouts')}>
            <Payouts of={of} />
          </Section>
        </div>
        <div className={styles['side']}>
          <Section title={t(($) => $.beneficiaries.person)}>
            <PersonFacts of={of} />
          </Section>
          <Screening of={of} />
          <Section title={t(($) => $.detail.timeline)}>
            <Timeline entries={of.history} />
          </Section>
        </div>
        <div className={styles['records']}>
          <History object="beneficiary" objectRef={of.beneficiary_uuid} />
        </div>
      </div>
      {isEdited && <EditPerson of={of} onClose={() => setEdited(false)} />}
    </Screen>
  )
} // prettier-ignore

function PersonFacts({ of }: { of: Beneficiary }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Facts
      facts={[
        [wireWord('columns', 'country'), countryName(of.country, language)],
        [wireWord('columns', 'email'), of.email && <LeftToRight key="email">{of.email}</LeftToRight>],
        [wireWord('columns', 'phone'), of.phone && <LeftToRight key="phone">{of.phone}</LeftToRight>],
        [t(($) => $.beneficiaries.address), of.address && <bdi key="address">{of.address}</bdi>],
        [t(($) => $.beneficiaries.language), languages[of.language].name],
        [wireWord('columns', 'fee_payer'), codeWord('feePayers', of.fee_payer)],
        [wireWord('columns', 'is_one_off'), of.is_one_off ? codeWord('yesNo', 'yes') : undefined],
        [wireWord('columns', 'created_by'), of.created_by && <bdi key="by">{of.created_by}</bdi>],
        [wireWord('columns', 'created_at'), <Time key="at" at={of.created_at} zoned />],
        [wireWord('columns', 'beneficiary_uuid'), <Reference key="ref">{of.beneficiary_uuid}</Reference>],
      ]}
    />
  )
}

/** What has arrived, and the latest payouts. */
function Payouts({ of }: { of: Beneficiary }): ReactNode {
  const { t } = useTranslation()
  if (of.payouts.length === 0) return <p className={own['hint']}>{t(($) => $.beneficiaries.noPayouts)}</p>
  return (
    <>
      <Facts
        facts={[
          [
            wireWord('columns', 'paid'),
            of.paid.length === 0 ? (
              <Nothing key="none" />
            ) : (
              <span key="sums" className={own['sums']}>
                {of.paid.map(({ amount, currency }) => (
                  <Amount key={currency} value={amount} currency={currency} />
                ))}
              </span>
            ),
          ],
          [wireWord('columns', 'last_paid_at'), of.last_paid_at && <Time key="last" at={of.last_paid_at} zoned />],
        ]}
      />
      <ul className={own['payouts']}>
        {of.payouts.map((payout) => (
          <li key={payout.txn_ref}>
            <ScreenLink to="managePayouts" search={{ ref: payout.txn_ref }}>
              <Reference>{payout.merchant_txn_ref}</Reference>
            </ScreenLink>
            <Status of="payout" state={payout.status} />
            <Time at={payout.created_at} />
            <Amount value={payout.amount} currency={payout.currency} />
          </li>
        ))}
      </ul>
    </>
  )
}
