import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { CountryMethod, SoldCountry } from '#contract/remittance-methods.ts'
import { limitsWords, wayWords } from '#console/channels/channel-words.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { currencyLabel } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { everywhere, placeName } from './countries.ts'
import styles from './methods.module.css'
import { FirstMark, MethodSwitch } from './method-switch.tsx'

interface CountryWaysProps {
  sold: SoldCountry
  head: RefObject<HTMLHeadingElement | null>
}

/** The ways to pay of one country: those of channels, which can be switched, and those that no channel has. */
export function CountryWays({ sold, head }: CountryWaysProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { country, currency, is_own: isOwn, methods } = sold
  const isEverywhere = country === everywhere
  const had = methods.filter(({ payment_channel_key: key }) => key !== '')
  const without = methods.filter(({ payment_channel_key: key }) => key === '')
  const holds = t(($) =>
    isEverywhere ? $.countryMethods.everywhereText : isOwn ? $.countryMethods.ownText : $.countryMethods.followsText,
  )
  return (
    <div className={styles['ways']}>
      <header className={styles['head']}>
        <h2 ref={head} tabIndex={-1} className={styles['title']}>
          <bdi>{placeName(country, language)}</bdi>
        </h2>
        <p className={styles['hint']}>
          {!isEverywhere && t(($) => $.countryMethods.soldIn, { currency: currencyLabel(currency, language) })} {holds}
        </p>
      </header>
      <SmallTable
        rows={had}
        rowKey={keyOf}
        nothing={t(($) => $.countryMethods.none)}
        columns={[
          { name: 'payment_method', kind: 'text', cell: (method) => <bdi>{wayWords(method)}</bdi> },
          { name: 'channel', kind: 'text', cell: ({ payment_channel_name: name }) => <bdi>{name}</bdi> },
          { name: 'limits', kind: 'text', cell: (method) => <Limits method={method} /> },
          { name: 'state', title: t(($) => $.countryMethods.state), kind: 'text', cell: whyCell },
          {
            name: 'is_default',
            kind: 'text',
            cell: (method) => <FirstMark method={method} country={country} />,
          },
          {
            name: 'enabled',
            kind: 'text',
            place: 'value',
            cell: (method) => <MethodSwitch method={method} country={country} />,
          },
        ]}
      />
      {without.length > 0 && (
        <Section title={t(($) => $.countryMethods.without)} folded>
          <p className={styles['hint']}>{t(($) => $.countryMethods.withoutText)}</p>
          <ul className={styles['names']}>
            {without.map((method) => (
              <li key={keyOf(method)}>
                <bdi>{wayWords(method)}</bdi>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )

  function whyCell({ why }: CountryMethod): ReactNode {
    return (
      <span className={styles['why']}>
        {why === null ? t(($) => $.countryMethods.offered) : t(($) => $.countryMethods.why[why])}
      </span>
    )
  }
}

const keyOf = ({ type, sub_type: subType, payment_channel_key: key }: CountryMethod) => `${type} ${subType} ${key}`

function Limits({ method }: { method: CountryMethod }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const words = limitsWords(method.limits, language)
  if (words.length === 0) return t(($) => $.countryMethods.noLimits)
  if (words.length === 1) return words[0]
  return <span title={words.join('\n')}>{t(($) => $.countryMethods.severalLimits, { count: words.length })}</span>
}
