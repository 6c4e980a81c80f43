import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FeeCheck } from '#contract/fee-checks.ts'
import { Facts } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { CopiedReference, Time } from '#console/kit/details/values.tsx'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { ExactAmount } from '#console/kit/details/exact-amount.tsx'
import { useChannels } from './channels.ts'
import { isPositive, sumOfTexts } from './decimal-sums.ts'
import { formulaSteps } from './formula-steps.ts'
import { methodWord } from './method-word.ts'
import { Steps } from './steps.tsx'
import styles from './fees.module.css'

/** The check of one record: how the agreed fee comes about, what was charged, and the difference. */
export function Explain({ check, onClose }: { check: FeeCheck; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { nameOf } = useChannels()
  const mayPlan = useDenied('reconConfiguration') === null
  const mayFile = useDenied('reconData') === null
  useReturnFocus()
  const { currency, formula, direction, difference } = check
  const size = difference.replace('-', '')
  const charged = [
    { what: t(($) => $.reconFees.steps.chargedFee), amount: check.charged_fee, currency },
    ...(isPositive(check.charged_tax) ? [{ what: t(($) => $.reconFees.steps.chargedTax), amount: check.charged_tax, currency }] : []),
    { what: t(($) => $.reconFees.steps.charged), amount: sumOfTexts([check.charged_fee, check.charged_tax]), currency, total: true },
  ]
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(($) => $.reconFees.explainTitle)}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <div className={styles['explain']}>
        <Facts
          facts={[
            [t(($) => $.columns.provider_ref), <CopiedReference key="ref" copy={check.txn_ref}>{check.txn_ref}</CopiedReference>],
            [t(($) => $.columns.payment_channel_key), <bdi key="channel">{nameOf(check.payment_channel_key)}</bdi>],
            [t(($) => $.columns.line_type), codeWord('feeTypes', check.txn_type)],
            [t(($) => $.columns.payment_method), check.payment_method && <bdi>{methodWord(check.payment_method)}</bdi>],
            [t(($) => $.columns.at), <Time key="at" at={check.at} zoned />],
            [t(($) => $.columns.outcome), <Status key="outcome" of="feeCheck" state={check.outcome} />],
          ]}
        />
        <section>
          <h3>{t(($) => $.reconFees.agreed)}</h3>
          {formula ? (
            <Steps
              steps={[
                ...formulaSteps(formula, currency, language),
                { what: t(($) => $.reconFees.steps.expected), amount: sumOfTexts([check.expected_fee, check.expected_tax]), currency, total: true },
              ]}
            />
          ) : (
            <p>{t(($) => $.reconFees.whyNot[check.outcome === 'no_base' ? 'no_base' : 'no_plan'])}</p>
          )}
        </section>
        <section>
          <h3>{t(($) => $.reconFees.charged)}</h3>
          <Steps steps={charged} />
        </section>
        {formula && (
          <p className={styles['verdict']} data-direction={direction || undefined}>
            {direction === '' && !isPositive(size)
              ? t(($) => $.reconFees.verdicts.exact)
              : direction === ''
                ? t(($) => $.reconFees.verdicts.within)
                : t(($) => $.reconFees.verdicts[direction])}{' '}
            {isPositive(size) && <ExactAmount value={size} currency={currency} />}
          </p>
        )}
        {isPositive(check.passed_on) && (
          <p className={styles['hint']}>
            {t(($) => $.reconFees.passedOnNote)} <ExactAmount value={check.passed_on} currency={currency} />
          </p>
        )}
        <p className={styles['links']}>
          {mayPlan && (
            <ScreenLink to="reconConfiguration" search={{ tab: 'fees', channel: check.payment_channel_key } as never}>
              {t(($) => $.reconFees.seePlans)}
            </ScreenLink>
          )}
          {mayFile && (
            <ScreenLink to="reconFile" search={{ recon_id: check.recon_id } as never}>
              {t(($) => $.reconFees.seeFile)}
            </ScreenLink>
          )}
          {check.claim_ref && (
            <ScreenLink to="reconFees" search={{ tab: 'claims', claim: check.claim_ref } as never}>
              {t(($) => $.reconFees.seeClaim)}
            </ScreenLink>
          )}
        </p>
      </div>
    </Modal>
  )
} // prettier-ignore
