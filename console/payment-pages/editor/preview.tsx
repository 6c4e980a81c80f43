import { Button, NativeSelect } from '@mantine/core'
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import checkoutStyles from '#checkout/checkout.css?url'
import pageStyles from '#checkout/pages/pages.css?url'
import { shopPageHtml } from '#checkout/pages/document.ts'
import { coloursOf } from '#checkout/pages/look.ts'
import type { ShopPage } from '#checkout/pages/view.ts'
import { pageMethods } from '#checkout/view.ts'
import { momentOf } from '#contract/kit/text-forms.ts'
import { toMinor, type Currency } from '#contract/kit/money.ts'
import { colourForm } from '#contract/page-colours.ts'
import { pageTakes } from '#contract/payment-page-looks.ts'
import { emptyContent } from '#contract/payment-page-content.ts'
import type { Areas } from '#i18n/areas.ts'
import { languages, languageTags, type Language } from '#i18n/languages.ts'
import type { Offer } from '#console/kit/form/offered.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'
import { areaTexts } from '#console/kit/i18n/i18n.ts'
import { codeWord, useAreaTexts, wireWord } from '#console/kit/i18n/words.ts'
import { ShopperFrame } from '#console/kit/ui/shopper-frame.tsx'
import { readMarked } from './marked-text.ts'
import { linesOf, type PageValues } from './page-form.ts'
import styles from './editor.module.css'

interface PreviewProps {
  values: PageValues
  offered: readonly Offer[] | undefined
  /** The free units of a page that has a limit already. */
  left: number | null
}

/** The real shopper's page of what is typed: on a phone or a desktop, light or dark, in any language. */
export function Preview({ values, offered, left }: PreviewProps): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const [device, setDevice] = useState<'phone' | 'desktop'>('phone')
  const [theme, setTheme] = useState<'light' | 'dark' | ''>('')
  const [language, setLanguage] = useState<Language | ''>('')
  const shown = useDeferredValue(values)
  const view = viewOf(shown, {
    language: language || shown.default_language,
    theme: theme || shown.theme,
    merchant: { name: user.merchant_name, logo: user.merchant_logo },
    environment: environmentOf(user),
    offered,
    left,
  })
  const texts = useTextsIn(view.language)
  const html = shopPageHtml(view, texts)
  const colours = Object.entries(coloursOf(view.look)).map(([name, colour]) => [`--${name}`, colour])
  const title = t(($) => $.pageEditor.preview)
  return (
    <section className={styles['preview']} aria-label={title}>
      <div className={styles['previewTools']}>
        <Choice
          title={t(($) => $.pageEditor.device)}
          value={device}
          choices={{ phone: t(($) => $.pageEditor.phone), desktop: t(($) => $.pageEditor.desktop) }}
          onChange={setDevice}
        />
        <Choice
          title={wireWord('pageFields', 'theme')}
          value={theme || shown.theme}
          choices={{ light: codeWord('pageThemes', 'light'), dark: codeWord('pageThemes', 'dark') }}
          onChange={setTheme}
        />
        <NativeSelect
          size="xs"
          aria-label={t(($) => $.pageEditor.language)}
          value={language || shown.default_language}
          onChange={(event) => setLanguage(event.currentTarget.value as Language)}
          data={languageTags.map((value) => ({ value, label: languages[value].name }))}
        />
      </div>
      <div className={styles['stage']} data-device={device}>
        <ShopperFrame
          html={html}
          title={title}
          className={styles['frame']}
          root={{ ...Object.fromEntries(colours), 'data-theme': view.look.theme }}
        />
      </div>
    </section>
  )
}

/** One of two or three, each a button that says whether it is chosen. */
function Choice<Value extends string>(props: {
  title: string
  value: Value
  choices: Record<Value, string>
  onChange: (value: Value) => void
}): ReactNode {
  return (
    <div role="group" aria-label={props.title} className={styles['choice']}>
      {Object.entries<string>(props.choices).map(([value, words]) => (
        <Button
          key={value}
          size="xs"
          variant={value === props.value ? 'light' : 'subtle'}
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value as Value)}
        >
          {words}
        </Button>
      ))}
    </div>
  )
}

/** What a shopper's page says in a language; in the console's own until that is fetched. */
function useTextsIn(language: Language): Areas['checkout'] {
  const own = useAreaTexts('checkout')
  const [fetched, setFetched] = useState<{ language: Language; texts: Areas['checkout'] } | null>(null)
  useEffect(() => {
    let left = false
    void areaTexts('checkout', language).then((texts) => left || setFetched({ language, texts }))
    return () => {
      left = true
    }
  }, [language])
  return fetched?.language === language ? fetched.texts : own
}

interface Surroundings {
  language: Language
  theme: 'light' | 'dark'
  merchant: { name: string; logo: string }
  environment: ShopPage['environment']
  offered: readonly Offer[] | undefined
  left: number | null
}

function viewOf(values: PageValues, around: Surroundings): ShopPage {
  const { language, theme, merchant, environment, offered = [], left } = around
  const said = language === values.default_language ? undefined : values.texts[language]
  const { currency, page_type: type } = values
  const minor = (typed: string) => minorOrZero(typed, currency)
  const whole = (typed: string, usual: number) => Math.min(1_000, Math.max(1, Math.trunc(amountNumber(typed) || usual)))
  const several = type === 'fixed_with_quantity'
  const chosen = type === 'custom_amount'
  const least = several ? whole(values.min_quantity, 1) : 1
  const free = left ?? (values.stock === 'limited' ? Math.trunc(amountNumber(values.stock_available) || 0) : null)
  return {
    state: 'open',
    preview: true,
    language,
    assets: { script: '', styles: [checkoutStyles, pageStyles].map((style) => new URL(style, location.origin).href) },
    environment,
    merchant: { name: values.merchant_details.name.trim() || merchant.name, logo: values.logo || merchant.logo, backUrl: '' },
    version: 0,
    look: { theme, primary: colourOr(values.primary_color, emptyContent.primary_color), secondary: colourOr(values.secondary_color, emptyContent.secondary_color) },
    title: said?.title || values.title || wireWord('pageFields', 'title'),
    description: readMarked(said?.description || values.description),
    pictures: values.pictures,
    terms: said?.terms || values.terms,
    contact: { email: values.contact_email, phone: values.contact_phone },
    socialIcons: values.social_icons.filter(({ url }) => url),
    buttonText: said?.button_text || values.button_text,
    price: {
      type,
      currency,
      amountMinor: minor(values.amount),
      quantity: { least, most: several ? Math.max(least, whole(values.max_quantity, 10)) : 1 },
      chosen: { leastMinor: chosen ? minor(values.min_amount) : 0n, mostMinor: chosen ? minor(values.max_amount) : 0n },
      discountMinor: minor(values.merchant_details.promo_discount),
      shippingMinor: minor(values.merchant_details.shipping_charges),
    },
    left: free,
    fields: values.custom_fields.map(({ id, type: kind, title, tooltip, optional, options }) => {
      const words = said?.fields[id]
      const own = linesOf(options)
      const translated = words?.options.split('\n') ?? []
      return {
        id,
        type: kind,
        optional,
        ...(kind === 'dropdown' && { options: own }),
        title: words?.title || title,
        tooltip: words?.tooltip || tooltip,
        choices: own.map((value, at) => ({ value, text: translated[at]?.trim() || value })),
      }
    }),
    builtIn: { name: values.name_field, email: values.email_field, phone: values.phone_field },
    methods: pageMethods(offered.filter(({ type: way, subType }) => pageTakes(values.payment_types, way, subType))),
    prefill: { name: '', email: '', phone: '', quantity: null, amount: '', fields: {} },
    query: '',
    expiresAt: values.expires_at ? momentOf(values.expires_at) : null,
    ordersUrl: '',
    listed: values.listed,
  }
} // prettier-ignore

const colourOr = (colour: string, usual: string) => (colourForm.test(colour) ? colour : usual)

/** The amount in minor units; zero for an invalid or incomplete text. */
export function minorOrZero(written: string, currency: Currency): bigint {
  const minor = toMinor(amountNumber(written) ?? 0, currency)
  return typeof minor === 'bigint' ? minor : 0n
}
