/** Styles that only this domain's forms use, loaded with their code. */
import '@mantine/core/styles/Radio.css'
