import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { updateBeneficiaryAccount } from '#contract/beneficiaries.ts'
import type { Beneficiary, BeneficiaryAccount } from '#contract/beneficiary-shapes.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { countryName } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ActsMenu } from '#console/kit/ui/acts-menu.tsx'
import { AccountDialogue } from './account-dialogue.tsx'
import { Mark } from '#console/kit/ui/mark.tsx'
import styles from './beneficiaries.module.css'
import { ofBeneficiaries } from './calls.ts'
import { LiftDialogue } from './lift-dialogue.tsx'
import { ReasonDialogue } from './reason-dialogue.tsx'

/** The accounts of a beneficiary, each with what was checked of it and what can be done with it. */
export function Accounts({ of }: { of: Beneficiary }): ReactNode {
  const { t } = useTranslation()
  const denied = useDenied('payoutMakers')
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title={t(($) => $.beneficiaries.accounts)}
      end={
        denied === null && (
          <Button variant="default" size="xs" onClick={() => setAdding(true)}>
            {t(($) => $.beneficiaries.addAccount)}
          </Button>
        )
      }
    >
      <ul className={styles['cards']}>
        {of.accounts.map((account) => (
          <li key={account.account_uuid}>
            <Card account={account} />
          </li>
        ))}
      </ul>
      {isAdding && <AccountDialogue of={of.beneficiary_uuid} country={of.country} onClose={() => setAdding(false)} />}
    </Section>
  )
}

type Dialogue = 'change' | 'lift' | 'reason'

function Card({ account }: { account: BeneficiaryAccount }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useUser()
  const isMaker = useDenied('payoutMakers') === null
  const isCustodian = useDenied('payoutCustodians') === null
  const [dialogue, setDialogue] = useState<Dialogue | null>(null)
  const { act } = useAction(updateBeneficiaryAccount, { refreshes: ofBeneficiaries })
  const { beneficiary_uuid: uuid, account_uuid, is_active: isActive, is_default: isDefault } = account
  const change = (what: { is_default?: boolean; is_active?: boolean }) =>
    void act({ path: { uuid }, body: { account_uuid, environment: environmentOf(user), ...what } as never })
  const needsReason = account.name_check !== 'MATCH' && account.name_reason === ''
  const acts = [
    ...(isMaker
      ? [
          { id: 'change', icon: 'settings' as const, title: t(($) => $.beneficiaries.changeAccount), run: () => setDialogue('change') },
          ...(needsReason
            ? [{ id: 'reason', icon: 'message' as const, title: t(($) => $.beneficiaries.giveReason), run: () => setDialogue('reason') }]
            : []),
          ...(isActive && !isDefault
            ? [{ id: 'default', icon: 'check' as const, title: t(($) => $.beneficiaries.makeDefault), run: () => change({ is_default: true }) }]
            : []),
          ...(isDefault
            ? []
            : [
                {
                  id: 'active',
                  icon: 'pause' as const,
                  title: isActive ? t(($) => $.beneficiaries.deactivate) : t(($) => $.beneficiaries.activate),
                  run: () => change({ is_active: !isActive }),
                },
              ]),
        ]
      : []),
    ...(isCustodian && account.waits_until
      ? [{ id: 'lift', icon: 'clock' as const, title: t(($) => $.beneficiaries.lift), run: () => setDialogue('lift') }]
      : []),
  ]
  const close = () => setDialogue(null)
  return (
    <article className={styles['card']} data-inactive={!isActive || undefined}>
      <header>
        <h3>
          <bdi>{account.account_name}</bdi>
          {isDefault && <Mark>{t(($) => $.beneficiaries.isDefault)}</Mark>}
          {!isActive && <Mark>{t(($) => $.beneficiaries.inactive)}</Mark>}
        </h3>
        {acts.length > 0 && <ActsMenu name={isolated(account.account_name)} acts={acts} />}
      </header>
      <p className={styles['number']}>
        <LeftToRight>{account.account_no}</LeftToRight>
      </p>
      <Facts
        facts={[
          [wireWord('columns', 'bank_name'), account.bank_name ? <bdi key="bank">{account.bank_name}</bdi> : undefined],
          [codeWord('accountFields', 'bank_code'), account.bank_code ? <LeftToRight key="code">{account.bank_code}</LeftToRight> : undefined],
          ...Object.entries(account.fields).map(
            ([name, value]) => [codeWord('accountFields', name), <bdi key={name}>{name === 'account_kind' ? codeWord('accountKinds', value) : value}</bdi>] as const,
          ),
          [wireWord('columns', 'country'), countryName(account.country, language)],
          [wireWord('columns', 'account_type'), codeWord('accountTypes', account.account_type)],
          [wireWord('columns', 'name_check'), <NameState key="name" account={account} />],
          [wireWord('columns', 'waits_until'), account.waits_until ? <Time key="waits" at={account.waits_until} zoned /> : undefined],
          [wireWord('columns', 'changed_at'), <span key="changed"><Time at={account.changed_at} zoned /> · <bdi>{account.changed_by}</bdi></span>],
        ]}
      />
      {account.warnings.map((warning) => (
        <p key={warning} className={styles['warned']}>
          {codeWord('accountWarnings', warning)}
        </p>
      ))}
      {account.same_account.length > 0 && (
        <p className={styles['warned']}>
          {t(($) => $.beneficiaries.sameAccount, {
            names: account.same_account.map(({ account_name: name }) => isolated(name)).join(', '),
          })}
        </p>
      )}
      {dialogue === 'change' && <AccountDialogue of={uuid} account={account} country={account.country} onClose={close} />}
      {dialogue === 'lift' && <LiftDialogue account={account} onClose={close} />}
      {dialogue === 'reason' && <ReasonDialogue account={account} onClose={close} />}
    </article>
  )
} // prettier-ignore

function NameState({ account }: { account: BeneficiaryAccount }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <Status of="nameCheck" state={account.name_check} />
      {account.name_at_bank && account.name_check !== 'MATCH' && (
        <div>{t(($) => $.beneficiaries.bankHas, { name: isolated(account.name_at_bank) })}</div>
      )}
      {account.name_reason && (
        <div>
          <bdi>{account.name_reason}</bdi>
        </div>
      )}
    </>
  )
}
