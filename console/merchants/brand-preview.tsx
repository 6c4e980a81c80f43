import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { firstLetter } from '#console/kit/i18n/first-letter.ts'
import styles from './settings.module.css'

/** A preview of name and logo as the shopper's page shows them. */
export function BrandPreview({ name, website, logo }: { name: string; website: string; logo: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <figure className={styles['preview']}>
      <figcaption>{t(($) => $.paymentLinks.preview)}</figcaption>
      <div className={styles['card']}>
        <span className={styles['logo']} aria-hidden="true">
          {logo ? <img src={logo} alt="" /> : <span>{firstLetter(name)}</span>}
        </span>
        <span className={styles['brandName']}>
          <bdi>{name}</bdi>
          {website && <LeftToRight>{website.replace(/^https:\/\//, '')}</LeftToRight>}
        </span>
      </div>
    </figure>
  )
}
