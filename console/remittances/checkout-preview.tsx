import { useDebouncedValue } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { previewCheckout } from '#contract/remittance-methods.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { currencyOf, environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink, useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { Choices } from './choices.tsx'
import { MissingWays } from './missing-ways.tsx'
import { amountSent, readChoice, searchOf, type Choice } from './preview-choice.ts'
import styles from './preview.module.css'
import { ShownPage } from './shown-page.tsx'

/** The real shopper's page as it is drawn for a choice, and why it does not offer the other ways. Nothing in it can pay. */
export default function CheckoutPreview(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const language = useLanguage()
  const go = useGo()
  const own = { country: user.country, currency: currencyOf(user), language }
  const choice = readChoice(useScreenSearch('checkoutPreview'), own)
  const { country, currency } = choice
  // The amount is asked for when it has been typed, and not for each of its digits.
  const [amount] = useDebouncedValue(amountSent(choice), typingMs)
  const preview = useCall(
    previewCheckout,
    { query: { environment: environmentOf(user), country, currency, ...(amount && { amount }) } },
    { keepPrevious: true },
  )
  const choose = (changed: Partial<Choice>) =>
    void go({ to: 'checkoutPreview', search: searchOf({ ...choice, ...changed }), replace: true })
  return (
    <Screen
      name="checkoutPreview"
      wide
      actions={
        <ButtonLink to="remittanceMethods" search={{ country }} variant="default">
          {t(($) => $.checkoutPreview.change)}
        </ButtonLink>
      }
    >
      <p className={styles['about']}>{t(($) => $.checkoutPreview.about)}</p>
      <Choices choice={choice} onChoose={choose} />
      {preview.data ? (
        <div className={styles['columns']} aria-busy={preview.isPlaceholderData}>
          <ShownPage choice={choice} offered={preview.data.offered} />
          <MissingWays missing={preview.data.missing} offered={preview.data.offered.length} />
        </div>
      ) : (
        <Unanswered query={preview} lines={12} />
      )}
    </Screen>
  )
}

const typingMs = 300
