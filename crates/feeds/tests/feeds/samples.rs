//! One feed of each kind.

pub(crate) const RSS2: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet href="/style.xsl"?>
<!DOCTYPE rss [<!ENTITY own "never">]>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:media="http://search.yahoo.com/mrss/">
<channel>
  <title>Bread &amp;amp; Roses</title>
  <atom:link href="https://bread.test/feed.xml" rel="self" type="application/rss+xml"/>
  <link>https://bread.test/</link>
  <image><title>Logo</title><url>/logo.png</url><link>https://wrong.test/</link></image>
  <item>
    <title>Why &lt;table&gt; is <![CDATA[<em>back</em> & well]]></title>
    <link> /2024/table </link>
    <guid isPermaLink="false">urn:1</guid>
    <pubDate>Sat, 07 Sep 2002 00:00:01 GMT</pubDate>
    <dc:creator><![CDATA[Ann Baker]]></dc:creator>
    <description>Short &lt;b&gt;words&lt;/b&gt;&nbsp;&own;</description>
    <content:encoded><![CDATA[<p>Long <a href="/x">words</a><script>alert(1)</script><img src="pic.jpg"></p>]]></content:encoded>
  </item>
  <item>
    <guid>https://bread.test/2</guid>
    <author>ann@bread.test (Ann)</author>
    <description>No title</description>
    <enclosure url="https://bread.test/sound.mp3" type="audio/mpeg" length="1"/>
    <media:group><media:thumbnail url="/thumb.jpg"/></media:group>
  </item>
  <item><title>Twice</title><guid>https://bread.test/2</guid></item>
  <item><title>Only a title</title></item>
  <item><description>Nothing to tell it by</description></item>
</channel></rss>"#;

pub(crate) const RSS1: &str = r#"<?xml version="1.0" encoding="iso-8859-1"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
  xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://old.test/"><title>Old</title><link>https://old.test/</link>
<items><rdf:Seq><rdf:li resource="https://old.test/a"/></rdf:Seq></items></channel>
<item rdf:about="https://old.test/a"><title>First</title><link>https://old.test/a</link>
<dc:date>2002-09-07T00:00:01Z</dc:date><description>Text</description></item>
</rdf:RDF>"#;

pub(crate) const ATOM: &str = r#"<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://atom.test/blog/">
  <title type="html">Atom &amp;lt;one&amp;gt;</title>
  <link rel="self" href="feed.xml"/>
  <link href="."/>
  <id>urn:feed</id>
  <updated>2002-09-08T00:00:00Z</updated>
  <author><name>Ann of the feed</name></author>
  <entry xml:base="2002/">
    <title type="text">1 &lt; 2</title>
    <link rel="alternate" type="application/json" href="one.json"/>
    <link rel="alternate" type="text/html" href="one"/>
    <link rel="enclosure" type="image/png" href="one.png"/>
    <id>urn:one</id>
    <published>2002-09-07T00:00:01Z</published>
    <updated>2002-09-08T00:00:00Z</updated>
    <author><name>Ann</name><email>ann@atom.test</email></author>
    <summary>Plain &lt;b&gt; text</summary>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p title="a&quot;b">See <a href="two">two</a><br/>&amp; more</p></div></content>
  </entry>
  <entry>
    <title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Bold <b>title</b></div></title>
    <id>urn:two</id>
    <updated>2002-09-07T00:00:01Z</updated>
    <content type="html">&lt;p&gt;HTML&lt;/p&gt;</content>
  </entry>
</feed>"#;

pub(crate) const PREFIXED_ATOM: &str = r#"<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Prefixed</a:title>
<a:entry><a:id>urn:p</a:id><a:title>Item</a:title><a:link href="/p"/></a:entry></a:feed>"#;

pub(crate) const JSON: &str = r#"{
  "version": "https://jsonfeed.org/version/1.1", "title": "Json", "home_page_url": "/", "extra": [{"a": [1]}],
  "items": [
    {"id": 17, "url": "/17", "title": "Seventeen", "content_html": "<p>Hi<script>1</script> <a href='x'>x</a></p>",
     "summary": "a < b", "date_published": "2002-09-07T02:00:01+02:00", "image": "https://json.test/i.png",
     "authors": [{"url": "https://x.test"}, {"name": "Ann"}]},
    {"id": "two", "content_text": "1 < 2", "author": {"name": "Old Ann"}, "title": null, "url": ["odd"]},
    {"title": ""}
  ]
}"#;

pub(crate) const ALL: [&str; 5] = [RSS2, RSS1, ATOM, PREFIXED_ATOM, JSON];
