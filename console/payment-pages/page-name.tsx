import type { ReactNode } from 'react'
import { firstLetter } from '#console/kit/i18n/first-letter.ts'
import styles from './payment-pages.module.css'

/** The title of a page beside its first picture, or beside a tile with its first letter. */
export const PageName = ({ title, picture }: { title: string; picture: string }): ReactNode => (
  <span className={styles['name']}>
    {picture ? (
      <img className={styles['thumb']} src={picture} alt="" width={24} height={24} loading="lazy" />
    ) : (
      <span className={styles['thumb']} aria-hidden="true">
        {firstLetter(title)}
      </span>
    )}
    <bdi>{title}</bdi>
  </span>
)
