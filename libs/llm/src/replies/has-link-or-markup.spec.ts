import { hasLinkOrMarkup } from './has-link-or-markup';

describe('the check for links and markup', () => {
  it.each([
    'https://evil.example/?q=',
    'ftp://x',
    'see www.evil.example',
    '![x](//evil.example/a.png)',
    '[详情](/a)',
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.example',
    '<br/>',
  ])('finds one in %s', (text) => {
    expect(hasLinkOrMarkup(text)).toBe(true);
  });

  it.each([
    'VIP',
    'YYYY-MM',
    'data: 2025',
    '< 30',
    '30 < x',
    '(a) [b]',
    'A -> B',
    '14:30',
    '2025/2026',
    '5A',
    'a/b',
    '<=100',
    '低于 <60 分',
  ])('finds none in %s', (text) => {
    expect(hasLinkOrMarkup(text)).toBe(false);
  });
});
