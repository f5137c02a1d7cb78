"""What an assistant does: looks around, and writes a draft. By the protocol's own client."""

import asyncio
import sys

import httpx2
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client


async def main(url: str, key: str) -> None:
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"})
    async with streamable_http_client(f"{url}/mcp", http_client=http) as (read, write, *_):
        async with ClientSession(read, write) as session:
            about = await session.initialize()
            assert about.server_info.name == "letterpress", about
            tools = {tool.name for tool in (await session.list_tools()).tools}
            assert "create_campaign" in tools and "list_newsletters" in tools, tools
            assert not {name for name in tools if "send" in name or "schedule" in name or "delete" in name}, tools
            newsletters = await session.call_tool("list_newsletters", {})
            newsletter = newsletters.structured_content["rows"][0]["id"]
            draft = {"newsletter_id": newsletter, "subject": "May", "html_content": "<p>What grew</p>"}
            made = (await session.call_tool("create_campaign", draft)).structured_content
            named = {"newsletter_id": newsletter, "campaign_id": made["id"]}
            changed = await session.call_tool("update_campaign", {**named, "subject": "June"})
            shown = await session.call_tool("preview_campaign", named)
            assert "What grew" in shown.structured_content["html"], shown
            refused = await session.call_tool("get_campaign", {**named, "campaign_id": 4711})
            assert refused.is_error and "no such campaign" in refused.content[0].text, refused
            print(changed.structured_content["status"], changed.structured_content["subject"])


asyncio.run(main(*sys.argv[1:]))
