import { expect, test } from 'vitest'
import { readBanner } from './banner-form.ts'
import { bannerValues } from './banner-values.ts'
import { bannerLink } from './banners.ts'

const stored = {
  title: 'Chitenje week',
  subtitle: 'Now',
  description: 'All week long',
  buttonText: 'Look',
  linkUrl: '/category/dresses',
  position: 3,
  startsAt: new Date('2026-11-20T06:00:00Z'),
  endsAt: new Date('2026-11-27T06:00:00Z'),
  isActive: false,
  picture: { id: '3f0e1c1a-6f57-4c43-9f0c-0d5f6f1f2a11' },
}

test('the form of a new banner is blank and switched on', () => {
  const { isActive, ...texts } = bannerValues(null)
  expect(isActive).toBe('true')
  expect(Object.values(texts)).toEqual(Array(9).fill(''))
})

test('a banner shown in its form is read back as stored', () => {
  const { picture, ...fields } = stored
  expect(bannerValues(stored)).toMatchObject({ position: '3', startsAt: '2026-11-20T08:00' })
  expect(readBanner(bannerValues(stored))).toEqual({
    ok: true,
    edit: { ...fields, pictureId: picture.id },
  })
  const bare = { ...stored, subtitle: null, description: null, buttonText: null, linkUrl: null }
  expect(bannerValues({ ...bare, startsAt: null, endsAt: null, picture: null })).toMatchObject({
    subtitle: '',
    description: '',
    buttonText: '',
    linkUrl: '',
    startsAt: '',
    endsAt: '',
    pictureId: '',
  })
})

test('a banner may have only a start or only an end, and a blank before a position is ignored', () => {
  const values = bannerValues(stored)
  for (const change of [{ startsAt: '' }, { endsAt: '' }, { position: ' 3 ' }])
    expect(readBanner({ ...values, ...change }).ok).toBe(true)
  const same = readBanner({ ...values, endsAt: values.startsAt })
  expect(same.ok ? {} : same.errors).toEqual({ endsAt: 'The end must come after the start.' })
})

test('a link that merely contains a valid one links to the products only', () => {
  const errorsOf = (linkUrl: string) =>
    readBanner({ ...bannerValues(null), title: 'A', linkUrl }).ok
  expect(['x#top', '#top!', 'xhttps://a.b', '#', 'http://a.b'].filter(errorsOf)).toEqual([])
  expect(['#top', 'https://a.b', 'HTTPS://a.b'].filter(errorsOf)).toHaveLength(3)
  expect(['x#top', '#top!', 'xhttps://a.b', '', null, 'ftp://a'].map(bannerLink)).toEqual(
    Array(6).fill('/#products'),
  )
  expect([' /sale ', '#top', 'http://a.b', 'https://a.b', '//a.b'].map(bannerLink)).toEqual([
    '/sale',
    '/#top',
    'http://a.b',
    'https://a.b',
    '/#products',
  ])
})
