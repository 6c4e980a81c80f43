import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LeftToRight } from '#console/kit/details/values.tsx'
import styles from './settings.module.css'

/** Name and logo as they stand above what a shopper pays, while they are being changed. */
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

/** A letter as a reader sees it, marks and all. */
const firstLetter = (name: string): string =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)][0]?.segment.toLocaleUpperCase() ?? ''
