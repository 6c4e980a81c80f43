import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listSoldCountries, type SoldCountry } from '#contract/remittance-methods.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { ListSearch } from '#console/kit/list/list-search.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink, ScreenLink, useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { everywhere, inOrder, isFound, placeName } from './countries.ts'
import { CountryWays } from './country-ways.tsx'
import styles from './methods.module.css'

/** The ways to pay of each country that is sold to: on or off, and which channel takes them first. */
export default function PaymentMethods(): ReactNode {
  const { t } = useTranslation()
  const { country } = useScreenSearch('remittanceMethods')
  const sold = useCall(listSoldCountries, { query: {} })
  const isEmpty = sold.data?.every(({ methods }) => methods.every((method) => method.payment_channel_key === ''))
  const chosen = country && country !== everywhere ? { country } : {}
  return (
    <Screen
      name="remittanceMethods"
      wide
      actions={
        sold.data &&
        !isEmpty && (
          <ButtonLink to="checkoutPreview" search={chosen} variant="default">
            {t(($) => $.countryMethods.preview)}
          </ButtonLink>
        )
      }
    >
      {!sold.data ? (
        <Unanswered query={sold} lines={10} />
      ) : isEmpty ? (
        <Empty title={t(($) => $.countryMethods.emptyTitle)} text={t(($) => $.countryMethods.emptyText)} />
      ) : (
        <Countries sold={sold.data} />
      )}
    </Screen>
  )
}

function Countries({ sold }: { sold: readonly SoldCountry[] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const go = useGo()
  const { country = everywhere, q = '' } = useScreenSearch('remittanceMethods')
  const words = useDeferredValue(q)
  const ordered = useMemo(() => inOrder(sold, language), [sold, language])
  const found = useMemo(
    () => ordered.filter(({ country: code }) => isFound({ country: code, name: placeName(code, language) }, words)),
    [ordered, words, language],
  )
  const open = ordered.find((one) => one.country === country)
  const head = useRef<HTMLHeadingElement>(null)
  const nav = useRef<HTMLElement>(null)
  const first = useRef(country)
  // Whoever chooses a country goes on with its ways.
  useEffect(() => {
    if (country !== first.current) head.current?.focus()
    first.current = country
  }, [country])
  // The chosen one is in sight. The screen itself does not scroll, as it would by `scrollIntoView`.
  useLayoutEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (!nav.current || !link) return
    const { offsetTop } = nav.current
    const isHidden =
      link.offsetTop - offsetTop < nav.current.scrollTop ||
      link.offsetTop - offsetTop + link.offsetHeight > nav.current.scrollTop + nav.current.clientHeight
    if (isHidden) nav.current.scrollTop = link.offsetTop - offsetTop - nav.current.clientHeight / 2
  }, [country, words])
  return (
    <div className={styles['columns']}>
      <div className={styles['side']}>
        <ListSearch
          value={q}
          onChange={(typed) =>
            void go({ to: 'remittanceMethods', search: { country, ...(typed && { q: typed }) }, replace: true })
          }
        />
        <nav ref={nav} aria-label={t(($) => $.columns.countries)} className={styles['nav']}>
          <ul>
            {found.map((one) => (
              <li key={one.country}>
                <ScreenLink
                  to="remittanceMethods"
                  search={{ country: one.country, ...(q && { q }) }}
                  {...(one === open ? { 'aria-current': 'page' as const } : {})}
                >
                  <CountryRow sold={one} />
                </ScreenLink>
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className={styles['hint']}>{t(($) => $.list.noMatchTitle)}</p>}
        </nav>
      </div>
      {open ? (
        <CountryWays sold={open} head={head} />
      ) : (
        <Empty title={t(($) => $.countryMethods.notSoldTitle)} text={t(($) => $.countryMethods.notSoldText)} />
      )}
    </div>
  )
}

function CountryRow({ sold }: { sold: SoldCountry }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const offered = sold.methods.filter(({ why }) => why === null).length
  return (
    <>
      <bdi>{placeName(sold.country, language)}</bdi>
      <span className={styles['under']}>
        {t(($) => $.countryMethods.waysOf, { count: offered })}
        {sold.is_own && sold.country !== everywhere && ` · ${t(($) => $.countryMethods.own)}`}
      </span>
    </>
  )
}
